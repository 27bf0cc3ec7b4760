import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createServer } from '#services/platform/http/server.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { type Queue, registerMetrics } from './metrics.ts';
import { tableQueue } from './table-queue.ts';

const storage = { countConnections: () => ({ active: 1, idle: 2, waiting: 0 }) };

function start(options: { token?: string; isDemo?: boolean; queues?: Queue[] } = {}) {
  const server = createServer(silentLog);
  const { token, isDemo = true, queues = [] } = options;
  registerMetrics(server, { token, isDemo, queues, storage, log: silentLog });
  server.get('/teams/:teamId', async () => 'team');
  return server;
}

const read = async (server: FastifyInstance) => (await server.inject('/metrics')).body;

describe('/metrics', () => {
  test('counts requests by method, route and status, without ids', async () => {
    const server = start();
    for (const path of ['/teams/1', '/teams/2', '/unknown/3']) await server.inject(path);
    const text = await read(server);
    const requests = 'patron_http_request_duration_seconds_count';
    expect(text).toContain(`${requests}{method="GET",route="/teams/:teamId",status="200"} 2`);
    expect(text).toContain(`${requests}{method="GET",route="none",status="404"} 1`);
    expect(text).not.toMatch(/teams\/1|unknown/);
  });

  test('has the pool, the event loop and the process', async () => {
    const text = await read(start());
    expect(text).toContain('patron_database_connections{state="idle"} 2');
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
  });

  test('has the depth of each queue and the age of its oldest item', async () => {
    const minuteAgo = new Date(Date.now() - 60_000);
    const queues = [
      { name: 'messages', read: async () => ({ depth: 3, oldestAt: minuteAgo }) },
      { name: 'webhooks', read: async () => ({ depth: 0, oldestAt: null }) },
    ];
    const text = await read(start({ queues }));
    expect(text).toContain('patron_queue_depth{queue="messages"} 3');
    expect(text).toMatch(/^patron_queue_oldest_seconds\{queue="messages"\} 6\d/m);
    expect(text).toContain('patron_queue_oldest_seconds{queue="webhooks"} 0');
  });

  test('has no old values of the queues while the database is down', async () => {
    let isDown = false;
    const readQueue = async () => {
      if (isDown) throw new Error('down');
      return { depth: 3, oldestAt: null };
    };
    const server = start({ queues: [{ name: 'messages', read: readQueue }] });
    expect(await read(server)).toContain('patron_queue_depth{queue="messages"} 3');
    isDown = true;
    const text = await read(server);
    expect(text).not.toContain('queue="messages"');
    expect(text).toContain('process_resident_memory_bytes');
  });

  test('asks for its token', async () => {
    const server = start({ token: 'a-long-metrics-token', isDemo: false });
    const status = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      return (await server.inject({ url: '/metrics', headers })).statusCode;
    };
    expect(await status()).toBe(401);
    expect(await status('Bearer another-token')).toBe(401);
    expect(await status('Bearer a-long-metrics-token')).toBe(200);
  });

  test('is not there outside of the demo without a token', async () => {
    expect((await start({ isDemo: false }).inject('/metrics')).statusCode).toBe(404);
    expect((await start({ isDemo: true }).inject('/metrics')).statusCode).toBe(200);
  });
});

describeBothStorages('a queue of a table', (store) => {
  test('is the rows that wait', async () => {
    const queue = tableQueue('messages', store.db, {
      table: messages,
      waiting: () => undefined,
      since: () => messages.createdAt,
    });
    expect(await queue.read()).toEqual({ depth: 0, oldestAt: null });
    const createdAt = new Date('2026-11-22T08:00:00.000Z');
    const message = {
      channel: 'sms',
      to: '+15551234567',
      createdAt,
      expiresAt: createdAt,
    } as const;
    await store.db.insert(messages).values([message, { ...message, createdAt: new Date() }]);
    expect(await queue.read()).toEqual({ depth: 2, oldestAt: createdAt });
  });
});

test.each(['grafana-dashboard.json', 'alerts.yaml'])('%s uses metrics that exist', async (name) => {
  const file = new URL(`../../../../docs/operations/${name}`, import.meta.url);
  const used = readFileSync(file, 'utf8').match(/\b(patron|nodejs|process)_[a-z0-9_]+/g) ?? [];
  expect(used.length).toBeGreaterThan(0);
  const queue = { name: 'messages', read: async () => ({ depth: 0, oldestAt: null }) };
  const server = start({ queues: [queue] });
  await server.inject('/teams/1');
  const text = await read(server);
  for (const metric of used) expect(text).toContain(`\n${metric}`);
});
