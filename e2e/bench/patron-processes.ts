import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PatronServer, startPatronServer } from '../support/patron-server.ts';

/** Patron as in a deployment: processes that share a database and a public address. */
export interface PatronProcesses {
  /** The address of each process. */
  urls: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts whole processes on one PostgreSQL database, or a single one on an embedded database, with the
 * demo data. Nothing happens in the demo by itself, so its workers don't interfere.
 *
 * @param databaseUrl undefined for the embedded database
 * @param environment further variables
 */
export async function startPatronProcesses(
  databaseUrl: string | undefined,
  count: number,
  environment: Record<string, string> = {},
): Promise<PatronProcesses> {
  const keys = mkdtempSync(join(tmpdir(), 'patron-bench-'));
  const ports = await freePorts(count);
  const urls = ports.map((port) => `http://localhost:${port}`);
  const servers: PatronServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.remove()));
    rmSync(keys, { recursive: true, force: true });
  };
  try {
    // One after another: the first one migrates and seeds.
    for (const port of ports) {
      servers.push(
        await startPatronServer(
          {
            PORT: String(port),
            PATRON_PUBLIC_URL: urls[0] as string,
            PATRON_DATA_DIR: keys,
            PATRON_DEMO: '1',
            PATRON_RESPONSE_CHECKS: 'sample',
            ...environment,
            ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
          },
          { isOptimized: true },
        ),
      );
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls, stop };
}

async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    probes.map(
      (probe) =>
        new Promise<number>((resolve) => {
          probe.listen(0, '127.0.0.1', () => resolve((probe.address() as { port: number }).port));
        }),
    ),
  );
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}
