import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('CORS', (store) => {
  let service: TestAdvocacy;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());

  const paths = ['/oauth/token', '/oauth/revoke', '/oauth/id_token', '/v2/me'];
  test.each(paths)('allows only registered origins for %s', async (path) => {
    const own = new URL(service.baseUrl).origin;
    for (const [origin, isAllowed] of [
      [own, true],
      ['https://evil.example', false],
      ['null', false],
    ] as const) {
      const preflight = await fetch(service.baseUrl + path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
      const actual = await fetch(service.baseUrl + path, {
        method: path.startsWith('/v2') ? 'GET' : 'POST',
        headers: { origin },
      });
      for (const { headers } of [preflight, actual]) {
        expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
      }
      if (isAllowed) {
        expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
      }
    }
  });

  test('returns 405 for OPTIONS requests that are not preflights', async () => {
    const origin = new URL(service.baseUrl).origin;
    for (const path of paths) {
      for (const headers of [{ origin }, {}]) {
        const response = await fetch(service.baseUrl + path, { method: 'OPTIONS', headers });
        expect([path, response.status]).toEqual([path, 405]);
        expect(response.headers.get('allow')).toMatch(/GET|POST/);
        expect(await response.json()).toMatchObject({ errors: [{ status: '405' }] });
      }
    }
  });
});
