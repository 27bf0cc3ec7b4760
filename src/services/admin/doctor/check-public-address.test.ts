import { describe, expect, onTestFinished, test } from 'vitest';
import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import { authorizationServerMetadataRoutes } from '#services/advocacy/oauth/protocol/metadata-route.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { createServer, registerHealthRoutes } from '#services/platform/http/server.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { checkAcme } from './check-outside.ts';
import { checkPublicAddress, checkRedirect, checkTrustedProxies } from './check-public-address.ts';
import { startPublicServer } from './testing/public-server.ts';

const environment = readEnvironment({});

describe('the public address', () => {
  test('is ok where this deployment responds', async () => {
    const port = await findFreePort();
    const url = `http://localhost:${port}`;
    const server = createServer(silentLog);
    registerHealthRoutes(server, { ping: async () => {}, hasDatabaseKeys: async () => true });
    const baseUrl = `${url}${ADVOCACY_PATH}`;
    authorizationServerMetadataRoutes(server, { publicUrl: url, baseUrl });
    await server.listen({ port, host: 'localhost' });
    onTestFinished(() => server.close());
    expect(await checkPublicAddress(url, environment)).toEqual({ status: 'ok', result: url });
  });

  test.each([
    [
      'a redirect',
      { status: 301, location: 'https://www.x.com/' },
      /redirects to https:\/\/www\.x/,
    ],
    ['an error of the proxy', { status: 502 }, /Something other than Patron .* status 502$/],
    ['metadata that is not routed', { issuer: null }, /oauth-authorization-server is not OAuth m/],
    ['services with another address', { issuer: 'https://x.com' }, /have another PATRON_PUBLIC_/],
  ])('is reported as a problem: %s', async (_what, responses, result) => {
    const finding = await checkPublicAddress(await startPublicServer(responses), environment);
    expect(finding).toMatchObject({ status: 'problem', advice: expect.stringMatching(/./) });
    expect(finding.result).toMatch(result);
  });

  test('is a problem when nothing responds', async () => {
    expect(await checkPublicAddress('http://127.0.0.1:1', environment)).toMatchObject({
      status: 'problem',
      result: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 can't be reached from here: ./),
    });
  });
});

test.each([
  ['none', 'ok'],
  ['trusted', 'ok'],
  ['untrusted', 'warning'],
] as const)('a proxy with the trust %s is %s', async (proxy, status) => {
  const finding = await checkTrustedProxies(await startPublicServer({ proxy }));
  expect(finding.status).toBe(status);
  expect(finding.advice?.includes('PATRON_TRUSTED_PROXIES') ?? false).toBe(proxy === 'untrusted');
});

describe('the redirect to https', () => {
  const PUBLIC = 'https://patron.example.com';

  test('is ok if it leads to the public address', async () => {
    const plain = await startPublicServer({ status: 308, location: `${PUBLIC}/teams` });
    expect((await checkRedirect(PUBLIC, plain)).status).toBe('ok');
  });

  test.each([
    [{}, /status 200 and no redirect/],
    [{ status: 302, location: 'https://elsewhere.example.com/' }, /status 302 and no redirect/],
  ])('is missing with %j', async (responses, result) => {
    const finding = await checkRedirect(PUBLIC, await startPublicServer(responses));
    expect(finding.status).toBe('warning');
    expect(finding.result).toMatch(result);
  });

  test('is asked for at port 80 of the same host', async () => {
    expect((await checkRedirect('https://[::1]:4443')).result).toMatch(/^http:\/\/\[::1\] /);
    expect((await checkRedirect('https://127.0.0.1:4443')).result).toMatch(
      /^http:\/\/127\.0\.0\.1 /,
    );
  });
});

describe('the authority for certificates', () => {
  const check = (directoryUrl: string) =>
    checkAcme({ ...environment, acme: { directoryUrl, email: undefined } });

  test('is ok with a directory', async () => {
    const url = await startPublicServer({ directory: { newOrder: 'https://x.com/order' } });
    expect(await check(url)).toEqual({ status: 'ok', result: `From ${url}` });
  });

  test.each([
    [{ directory: { newOrder: 'x', meta: { externalAccountRequired: true } } }, /external account/],
    [{ directory: { hello: 'there' } }, /is not an ACME directory/],
    [{ status: 503 }, /status 503/],
  ])('is a problem with %j', async (responses, result) => {
    const finding = await check(await startPublicServer(responses));
    expect(finding.status).toBe('problem');
    expect(finding.result).toMatch(result);
  });
});
