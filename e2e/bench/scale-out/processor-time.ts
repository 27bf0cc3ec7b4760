import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { request } from 'undici';

const SAMPLE_MS = 20;
const CLOCK_TICK_MS = 10;

/** Of all processes of Patron, of the database's connections to them, and of this process; in milliseconds. */
export interface ProcessorTime {
  patron: number;
  database: number;
  client: number;
}

export interface Usage extends ProcessorTime {
  ms: number;
  /** Which share of the database's active connections waited for a lock. */
  lockShare: number;
  /** The statements that waited most often, and what for. */
  waits: string[];
}

/**
 * Measures work on processes whose PostgreSQL is on this machine.
 *
 * @param databaseUrl of the processes
 */
export async function measureUsage(
  databaseUrl: string,
  urls: readonly string[],
  work: () => Promise<unknown>,
): Promise<Usage> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const before = await readProcessorTime(client, urls);
    const sampler = sampleWaits(client);
    const start = performance.now();
    await work();
    const ms = performance.now() - start;
    const waits = await sampler.stop();
    const after = await readProcessorTime(client, urls);
    return {
      ms,
      patron: after.patron - before.patron,
      database: after.database - before.database,
      client: after.client - before.client,
      ...waits,
    };
  } finally {
    await client.end();
  }
}

async function readProcessorTime(client: Client, urls: readonly string[]): Promise<ProcessorTime> {
  const { user, system } = process.cpuUsage();
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const sum = (times: number[]) => times.reduce((total, time) => total + time, 0);
  return {
    client: (user + system) / 1000,
    patron: sum(await Promise.all(urls.map(readPatron))),
    database: sum(await Promise.all(rows.map(({ pid }) => readProcess(pid)))),
  };
}

async function readPatron(url: string): Promise<number> {
  const { body } = await request(`${url}/metrics`);
  return Number(/^process_cpu_seconds_total (.*)$/m.exec(await body.text())?.[1]) * 1000;
}

async function readProcess(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may contain spaces: state, ten more fields, and the times of user and system.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

interface Active {
  wait: string | null;
  statement: string;
}

function sampleWaits(client: Client) {
  const counts = new Map<string, number>();
  let [active, locked] = [0, 0];
  let isStopped = false;
  const sample = async () => {
    const { rows } = await client.query<Active>(`
      select wait_event_type || ' ' || wait_event as wait, left(regexp_replace(query, '\\s+', ' ', 'g'), 60) as statement
      from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`);
    for (const { wait, statement } of rows) {
      active += 1;
      if (wait === null) continue;
      if (/^(LW)?Lock/.test(wait)) locked += 1;
      const key = `${wait}: ${statement}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  };
  const sampling = (async () => {
    while (!isStopped) {
      await sample();
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await sampling;
      const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 3);
      return {
        lockShare: locked / Math.max(1, active),
        waits: most.map(([wait, count]) => `${Math.round((100 * count) / active)} % ${wait}`),
      };
    },
  };
}
