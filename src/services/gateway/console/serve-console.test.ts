import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { consoleConfigSchema } from '#contract/gateway/config.ts';
import { LOYALTY_NOT_FOUND } from '#contract/loyalty/errors.ts';
import {
  startGateway,
  type TestGateway,
  testConfig,
} from '#services/gateway/testing/start-gateway.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { sendRaw } from '#services/platform/testing/send-raw.ts';

const PAGE =
  '<!doctype html><title>Patron</title><script type="module" src="/assets/a.js"></script>';
const SCRIPT = 'export const text = "patron ";'.repeat(50);

let root: string;
let storage: Storage;
let gateway: TestGateway;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'patron-dist-'));
  const directory = join(root, 'dist');
  mkdirSync(join(directory, 'assets'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'not to be served');
  writeFileSync(join(directory, 'index.html'), PAGE);
  for (const file of ['connect/start.html', 'step-up/callback.html']) {
    mkdirSync(join(directory, dirname(file)));
    writeFileSync(join(directory, file), '<!doctype html><title>Window</title>');
  }
  writeFileSync(join(directory, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(directory, 'assets/a.js'), SCRIPT);
  writeFileSync(join(directory, 'assets/a.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(directory, 'assets/a.js.gz'), gzipSync(SCRIPT));
  storage = await openEmbeddedCopy();
  gateway = await startGateway(storage, {
    consoleDirectory: directory,
    consoleConfig: {
      ...testConfig,
      advocacy: { ...testConfig.advocacy, baseUrl: 'https://advocacy.example/base' },
    },
  });
}, 60_000);
afterAll(async () => {
  await gateway?.close();
  await storage?.close();
  rmSync(root, { recursive: true });
});

/** The addresses of the console that end with an id. */
const ITEM_ADDRESSES = Array.from(
  readFileSync('src/console/paths.ts', 'utf8').matchAll(/path`(\/teams\/[^`]+)`/g),
  ([, template = '']) => template,
).filter((template) => template.endsWith('}'));

const get = (path: string, init?: RequestInit) => fetch(`${gateway.url}${path}`, init);

test.each([
  '/',
  '/accounts',
  '/teams/1/members/M-000001',
  '/teams/1/members/ada@brand.example',
  ...ITEM_ADDRESSES.map((template) =>
    template.replace(/\$\{teamId\}/, '1').replace(/\$\{\w+\}/g, 'acc_p.v2'),
  ),
  '/auth/callback?code=x.y',
  '/apis',
])('serves the page at %s, to be revalidated each time', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(PAGE);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(response.headers.get('cache-control')).toBe('no-cache');
});

test.each(['/', '/accounts', '/assets/a.js', '/config.json'])(
  'sends security headers with %s',
  async (path) => {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toMatch(/trusted-types session-worker(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("frame-src 'self'");
    expect(policy).toContain("connect-src 'self' https://advocacy.example");
    expect(policy).not.toMatch(/unsafe-|\*|allow-duplicates/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-powered-by')).toBeNull();
  },
);

test.each(['/connect/start?x=1', '/step-up/callback'])(
  'serves the page of a window at %s under the same policy, but without one for its opener',
  async (path) => {
    const [start, page] = [await get(path), await get('/connect/callback')];
    expect(start.status).toBe(200);
    expect(await start.text()).toContain('<title>Window</title>');
    expect(start.headers.get('cross-origin-opener-policy')).toBeNull();
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    for (const name of ['content-security-policy', 'referrer-policy', 'x-content-type-options']) {
      expect(start.headers.get(name)).toBe(page.headers.get(name));
    }
    expect(start.headers.get('cache-control')).toBe('no-cache');
  },
);

test('serves /config.json as the contract says', async () => {
  const response = await get('/config.json');
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const config = (await response.json()) as unknown;
  expect(consoleConfigSchema.parse(config)).toEqual(config);
});

test('serves files, built ones as immutable', async () => {
  const script = await get('/assets/a.js');
  expect(await script.text()).toBe(SCRIPT);
  expect(script.headers.get('content-type')).toMatch(/javascript/);
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const icon = await get('/favicon.svg');
  expect(icon.headers.get('content-type')).toMatch(/^image\/svg/);
  expect(icon.headers.get('cache-control')).toBe('no-cache');
});

test.each(['br', 'gzip'])('serves precompressed files as %s', async (encoding) => {
  const response = await get('/assets/a.js', { headers: { 'accept-encoding': encoding } });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(response.headers.get('content-type')).toMatch(/javascript/);
  expect(await response.text()).toBe(SCRIPT);
});

test('responds with 304 if a file has not changed', async () => {
  const etag = (await get('/')).headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const raw = await sendRaw(gateway.url, { path: '/', headers: { 'if-none-match': etag } });
  expect([raw.status, raw.body]).toEqual([304, '']);
});

test.each(['/', '/accounts', '/assets/a.js', '/config.json'])(
  'responds to HEAD %s as to GET without a body',
  async (path) => {
    const [head, whole] = [await get(path, { method: 'HEAD' }), await get(path)];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'cache-control', 'content-security-policy']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
  },
);

describe('a page at another local address', () => {
  const navigate = (at: TestGateway, host: string) =>
    sendRaw(at.url, {
      path: '/teams/1/members?tag=vip',
      headers: { host, 'sec-fetch-mode': 'navigate' },
    });

  test('is redirected to the public one, where sign-in works', async () => {
    const local = await startGateway(storage, { publicUrl: 'http://localhost:4180' });
    onTestFinished(local.close);
    for (const host of ['127.0.0.1:4180', '[::1]:4180', 'localhost:4181']) {
      const { status, headers } = await navigate(local, host);
      expect([status, headers.location]).toEqual([
        302,
        'http://localhost:4180/teams/1/members?tag=vip',
      ]);
    }
    expect((await navigate(local, 'localhost:4180')).status).toBe(200);
  });

  test('is served behind a proxy that does not pass the host', async () => {
    expect((await navigate(gateway, '127.0.0.1:4180')).status).toBe(200);
  });
});

describe('paths outside the console', () => {
  test.each([
    '/api/unknown',
    '/api',
    '/gateway/unknown',
    '/gateway',
    '/gateway/teams/1/unknown',
    '/demo/unknown',
    '/assets/unknown.js',
    '/assets/a.js.br',
    '/.well-known',
    '/.well-known/security.txt',
    '/robots.txt',
    '/favicon.ico',
    '/teams/1/unknown.png',
    '/index.php?page=/accounts',
    '/docs/unknown',
    '/API/advocacy/v2/me',
    '//api/advocacy/v2/me',
    '/api//advocacy/v2/me',
    '/api%2Fadvocacy/v2/me',
    '/Gateway/teams/1/jobs',
    '//gateway/teams/1/jobs',
    '/OAuth/token',
  ])('respond to %s with a 404 of the services, never the page', async (path) => {
    const { status, headers, body } = await sendRaw(gateway.url, { path });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/vnd.api+json');
    expect(JSON.parse(body)).toMatchObject({ errors: [{ status: '404' }] });
  });

  test.each([
    '/API/loyalty/v2/loyalty/members',
    '//api//loyalty/v2/loyalty/members',
    '/api/Loyalty/v2/loyalty/members',
    '/api/loyalty/V2/loyalty/members',
  ])('respond to %s with a 404 of the loyalty API', async (path) => {
    const { status, body } = await sendRaw(gateway.url, { path });
    expect(status).toBe(404);
    expect(JSON.parse(body)).toEqual(LOYALTY_NOT_FOUND);
  });

  test.each(['POST', 'PUT', 'DELETE'])('respond to %s on a page with 404', async (method) => {
    expect((await get('/accounts', { method })).status).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/assets/%00',
    '//etc/passwd',
    '/%2fetc%2fpasswd',
    '/%FF',
  ])('do not serve files outside the directory: %s', async (path) => {
    const { status, body } = await sendRaw(gateway.url, { path });
    expect(status).toBeLessThan(500);
    expect(body).not.toMatch(/not to be served|root:/);
  });
});
