import { expect, onTestFinished, test } from 'vitest';
import { checkOtherServices } from '#services/admin/doctor/check-external-services.ts';
import { startUpstream } from '#services/gateway/testing/start-upstream.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import type { Log } from '#services/platform/log.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { logExternalServices } from './external-services.ts';

async function startService(status: number): Promise<string> {
  const service = await startUpstream();
  onTestFinished(service.close);
  service.respond = (_request, response) => void response.writeHead(status).end();
  return service.url;
}

async function linesOf(environment: ReturnType<typeof readEnvironment>): Promise<string[]> {
  const lines: string[] = [];
  const add = (...args: unknown[]) => lines.push(String(args.at(-1)));
  await logExternalServices(environment, { warn: add, info: add } as unknown as Log);
  return lines;
}

test('services that respond to requests without a token are ok', async () => {
  const url = await startService(401);
  const environment = readEnvironment({ PATRON_ADVOCACY_URL: url, PATRON_LOYALTY_URL: url });
  expect(await linesOf(environment)).toEqual(['the external services respond']);
  expect(await checkOtherServices(environment)).toEqual({
    status: 'ok',
    result:
      `advocacy service at ${url}/v2/me, token endpoint at ${url}/oauth/token, ` +
      `loyalty service at ${url}/loyalty/members?count=1`,
  });
});

test('each service that does not respond is named, with its variable', async () => {
  const environment = readEnvironment({
    PATRON_ADVOCACY_URL: await startService(404),
    PATRON_ADVOCACY_TOKEN_URL: await startService(400),
    PATRON_LOYALTY_URL: `http://127.0.0.1:${await findFreePort()}/v2`,
  });
  expect(await linesOf(environment)).toEqual([
    "the advocacy service can't be used: it responds with status 404 where 401 is expected; check PATRON_ADVOCACY_URL",
    "the loyalty service can't be used: it can't be reached (ECONNREFUSED); check PATRON_LOYALTY_URL",
  ]);
  expect(await checkOtherServices(environment)).toMatchObject({
    status: 'problem',
    advice:
      'Check PATRON_ADVOCACY_URL and PATRON_LOYALTY_URL, and outgoing connections from this network',
  });
});

test('a deployment with its own services has nothing to check', async () => {
  expect(await linesOf(readEnvironment({}))).toEqual([]);
});
