import type { AddressInfo } from 'node:net';
import type { LoyaltyDependencies, LoyaltyOperations } from '#services/loyalty/dependencies.ts';
import { loyalty } from '#services/loyalty/loyalty.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { createServer, type ServerOptions } from '#services/platform/http/server.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createTestClock, type TestClock } from '#services/platform/testing/test-clock.ts';

const PREFIX = '/api/loyalty/v2';

export interface TestLoyalty {
  /** {loyalty_base_url} of the contract. */
  baseUrl: string;
  clock: TestClock;
  dependencies: LoyaltyDependencies;
  operations: LoyaltyOperations;
  close(): Promise<void>;
}

/** Serves the loyalty service over real HTTP on a free port, with a clock that tests move. */
export async function startLoyalty(
  storage: Storage,
  options: Pick<ServerOptions, 'responseChecks'> = {},
): Promise<TestLoyalty> {
  const clock = createTestClock(new Date('2026-03-18T12:00:00Z'));
  const keyring = await createKeyring();
  const operations: LoyaltyOperations = new Map();
  const dependencies: LoyaltyDependencies = {
    db: storage.db,
    clock,
    log: silentLog,
    keyring,
    encryption: createEncryption(keyring),
    operations,
  };
  const server = createServer(silentLog, options);
  await server.register(async (app) => loyalty(app, dependencies), { prefix: PREFIX });
  await server.listen({ port: 0, host: 'localhost' });
  const { port } = server.server.address() as AddressInfo;
  return {
    baseUrl: `http://localhost:${port}${PREFIX}`,
    clock,
    dependencies,
    operations,
    close: () => server.close(),
  };
}
