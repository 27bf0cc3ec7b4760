import { sql } from 'drizzle-orm';
import { CONSOLE_CLIENT_ID } from '#services/advocacy/oauth/clients/console-client.ts';
import { findClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { deploymentQueues } from '#services/compose/queues.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Environment } from '#services/platform/environment.ts';
import { get } from './check-public-address.ts';
import { NOT_CHECKED, type OpenServices } from './check-storage.ts';
import type { Finding } from './run-check.ts';

/** How long the oldest item of a queue may wait, in minutes; the same as in docs/operations/alerts.yaml. */
const LIMIT_MINUTES: Record<string, number> = { webhooks: 60, certificates: 1440, jobs: 360 };
const DEFAULT_LIMIT_MINUTES = 10;

const CLOCK_WARNING_MS = 5_000;
/** One-time passwords change every 30 seconds. */
const CLOCK_PROBLEM_MS = 30_000;

/** Whether the console's OAuth client is registered at the public address. */
export async function checkConsoleClient(
  open: OpenServices,
  publicUrl: string,
  { advocacy }: Environment,
): Promise<Finding> {
  if (advocacy) return { status: 'ok', result: `At ${advocacy.baseUrl}` };
  const services = await open().catch(() => undefined);
  if (!services) return NOT_CHECKED;
  const client = await findClient(services.db, CONSOLE_CLIENT_ID);
  if (client?.corsOrigins.includes(publicUrl)) {
    return { status: 'ok', result: `The console signs in at ${publicUrl}` };
  }
  return {
    status: 'problem',
    result: client
      ? `The console is registered at ${client.corsOrigins.join(', ')}, not at ${publicUrl}`
      : 'The console is not registered yet',
    advice: 'Start the services with this PATRON_PUBLIC_URL, which registers it',
  };
}

/** Whether monitoring can read the metrics, and strangers can't. */
export function checkMetrics({ metricsToken, demo }: Environment): Finding {
  if (metricsToken !== undefined) return { status: 'ok', result: '/metrics asks for its token' };
  if (demo) return { status: 'ok', result: '/metrics is open to everyone in the demo' };
  return {
    status: 'warning',
    result: 'PATRON_METRICS_TOKEN is not set: /metrics responds 404',
    advice: 'Set it if you monitor Patron',
  };
}

/** Whether background work waits for longer than it should. */
export async function checkQueues(open: OpenServices, environment: Environment): Promise<Finding> {
  const services = await open().catch(() => undefined);
  if (!services) return NOT_CHECKED;
  const states = await Promise.all(
    deploymentQueues(services.db, environment).map(async ({ name, read }) => {
      const { depth, oldestAt } = await read();
      const minutes = oldestAt ? Math.floor((Date.now() - oldestAt.getTime()) / 60_000) : 0;
      return { name, depth, minutes };
    }),
  );
  const result = states.map(describeQueue).join(', ');
  const isLate = states.some(
    ({ name, minutes }) => minutes > (LIMIT_MINUTES[name] ?? DEFAULT_LIMIT_MINUTES),
  );
  if (!isLate) return { status: 'ok', result };
  const advice = 'Check that the services run; their log says why items fail';
  return { status: 'warning', result, advice };
}

function describeQueue({ name, depth, minutes }: { name: string; depth: number; minutes: number }) {
  return depth === 0 ? `${name}: 0` : `${name}: ${depth} (oldest ${minutes} min)`;
}

/** Compares this machine's clock with others': the database server's and the certificate authority's. */
export async function checkClock(
  open: OpenServices,
  { databaseUrl, acme }: Pick<Environment, 'databaseUrl' | 'acme'>,
): Promise<Finding> {
  const services = databaseUrl === undefined ? undefined : await open().catch(() => undefined);
  const offsets: { name: string; ms: number }[] = [];
  if (services) {
    const ms = await offsetOf(() => readServerTime(services.db));
    offsets.push({ name: 'the database server', ms });
  }
  if (acme) {
    const date = await get(acme.directoryUrl).then(
      ({ headers }) => headers.get('date'),
      () => null,
    );
    if (date)
      offsets.push({
        name: new URL(acme.directoryUrl).hostname,
        ms: await offsetOf(async () => Date.parse(date)),
      });
  }
  if (offsets.length === 0) {
    return { status: 'ok', result: 'No other clock to compare with' };
  }
  const worst = Math.max(...offsets.map(({ ms }) => Math.abs(ms)));
  const result = offsets.map(({ name, ms }) => `${toSeconds(ms)} s from ${name}`).join(', ');
  if (worst < CLOCK_WARNING_MS) return { status: 'ok', result };
  return {
    status: worst < CLOCK_PROBLEM_MS ? 'warning' : 'problem',
    result,
    advice:
      'Synchronize both clocks with NTP: one-time passwords and signatures are valid for seconds',
  };
}

/** With one decimal, and never -0.0. */
function toSeconds(ms: number): string {
  return (Math.round(ms / 100) / 10 || 0).toFixed(1);
}

/** How far this machine's clock is ahead of another, in ms. */
async function offsetOf(readTime: () => Promise<number>): Promise<number> {
  const before = Date.now();
  const time = await readTime();
  return (before + Date.now()) / 2 - time;
}

async function readServerTime(db: Database): Promise<number> {
  const time = sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`;
  const { rows } = await db.execute<{ ms: string }>(time);
  return Number(rows[0]?.ms);
}
