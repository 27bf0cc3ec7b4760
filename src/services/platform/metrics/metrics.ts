import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Storage } from '#services/platform/database/database.ts';
import { sendPlainError } from '#services/platform/http/errors.ts';
import { parseBearerToken } from '#services/platform/http/parse-bearer-token.ts';
import type { Log } from '#services/platform/log.ts';
import { digest } from '#services/platform/secrets/digest.ts';

/** The buckets range from a fast lookup to the limits after which requests fail. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Background work that waits in the database. */
export interface Queue {
  /** For example `messages`. */
  name: string;
  /** @returns the number of waiting items and when the oldest was created; null if there is none */
  read(): Promise<{ depth: number; oldestAt: Date | null }>;
}

interface MetricsOptions {
  /** Asked for as a bearer token. */
  token: string | undefined;
  /** Whether everyone may read them if there is no token; otherwise nobody may. */
  isDemo: boolean;
  storage: Pick<Storage, 'countConnections'>;
  queues: readonly Queue[];
  log: Log;
}

/**
 * Measures all requests, and serves `/metrics` in the Prometheus text format. Call it before routes
 * are registered.
 */
export function registerMetrics(
  server: FastifyInstance,
  { token, isDemo, storage, queues, log }: MetricsOptions,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(server, registry);
  measureConnections(storage, registry);
  const readQueues = measureQueues(queues, registry, log);
  server.get('/metrics', async (request, reply) => {
    if (token === undefined && !isDemo) return sendPlainError(request, reply, 404);
    const given = parseBearerToken(request.headers.authorization);
    // Digests, because comparing secrets themselves reveals by its time how much of one is right.
    if (token !== undefined && (given === undefined || digest(given) !== digest(token))) {
      reply.header('www-authenticate', 'Bearer');
      return sendPlainError(request, reply, 401);
    }
    await readQueues();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function measureRequests(server: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'patron_http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    // The pattern of the path, which is one of a few; paths themselves contain ids.
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
  });
}

function measureConnections({ countConnections }: MetricsOptions['storage'], registry: Registry) {
  if (!countConnections) return;
  new Gauge({
    name: 'patron_database_connections',
    help: 'Connections of the database pool, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(countConnections())) this.set({ state }, count);
    },
  });
}

/** @returns reads the queues */
function measureQueues(
  queues: readonly Queue[],
  registry: Registry,
  log: Log,
): () => Promise<void> {
  const [labelNames, registers] = [['queue'], [registry]];
  const depth = new Gauge({
    name: 'patron_queue_depth',
    help: 'Waiting items by queue.',
    labelNames,
    registers,
  });
  const oldest = new Gauge({
    name: 'patron_queue_oldest_seconds',
    help: 'Age of the oldest waiting item by queue; 0 if there is none.',
    labelNames,
    registers,
  });
  return async () => {
    try {
      for (const { name: queue, read } of queues) {
        const state = await read();
        depth.set({ queue }, state.depth);
        const { oldestAt } = state;
        oldest.set({ queue }, oldestAt ? (Date.now() - oldestAt.getTime()) / 1000 : 0);
      }
    } catch (error) {
      // Better no value than an old one.
      depth.reset();
      oldest.reset();
      log.warn({ err: error }, 'could not read the queues for /metrics');
    }
  };
}
