import type { FastifyServerOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import { createServer, registerHealthRoutes } from '#services/platform/http/server.ts';
import type { Log } from '#services/platform/log.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';

const FORWARDED = { 'x-forwarded-for': '203.0.113.9' };

/** @returns the trust that `/healthz` reports for a request, and the warnings in the log */
async function start(trustedProxies: string[] = []) {
  const warn = vi.fn();
  const log = { ...silentLog, warn, child: () => log } as unknown as Log;
  const server = createServer(log as FastifyServerOptions['loggerInstance'] & Log, {
    trustedProxies,
  });
  registerHealthRoutes(server, { ping: async () => {}, hasDatabaseKeys: async () => true });
  const trust = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await server.inject({ url: '/healthz', headers, remoteAddress })).json<{ proxy: string }>()
      .proxy;
  return { trust, warn };
}

test('a proxy that is not trusted is reported, and logged once an hour', async () => {
  const { trust, warn } = await start(['10.0.0.7']);
  expect(await trust({})).toBe('none');
  expect(await trust(FORWARDED, '10.0.0.7')).toBe('trusted');
  expect(warn).not.toHaveBeenCalled();
  for (const peer of ['10.0.0.8', '10.0.0.9']) {
    expect(await trust(FORWARDED, peer)).toBe('untrusted');
  }
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { peer: '10.0.0.8' },
    expect.stringContaining('PATRON_TRUSTED_PROXIES'),
  );
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_001);
  await trust(FORWARDED, '10.0.0.9');
  now.mockRestore();
  expect(warn).toHaveBeenCalledTimes(2);
});

test('a proxy is not trusted where the setting is missing', async () => {
  const { trust } = await start();
  expect(await trust({})).toBe('none');
  expect(await trust(FORWARDED)).toBe('untrusted');
});
