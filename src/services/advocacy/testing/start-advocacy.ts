import type { Storage } from '../../platform/database/database.ts';
import { createServer } from '../../platform/http/server.ts';
import { createMessages } from '../../platform/messages/messages.ts';
import { createEncryption } from '../../platform/secrets/encryption.ts';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import { findFreePort } from '../../platform/testing/free-ports.ts';
import { silentLog } from '../../platform/testing/silent-log.ts';
import { createTestClock, type TestClock } from '../../platform/testing/test-clock.ts';
import { createAccountTypes } from '../accounts/account-types.ts';
import { advocacy } from '../advocacy.ts';
import { createSecondFactors } from '../authentication-factors/create-second-factors.ts';
import type { AdvocacyDependencies } from '../dependencies.ts';
import { registerConsoleClient } from '../oauth/console-client.ts';
import { createIdTokens } from '../oauth/id-token.ts';

export interface TestAdvocacy {
  /** {base_url} of the contract. */
  baseUrl: string;
  clock: TestClock;
  dependencies: AdvocacyDependencies;
  close(): Promise<void>;
}

/** Serves the advocacy service over real HTTP on a free port, with a clock that tests move. */
export async function startAdvocacy(
  storage: Storage,
  overrides: Partial<AdvocacyDependencies> = {},
  options: { trustedProxies?: readonly string[]; clock?: TestClock } = {},
): Promise<TestAdvocacy> {
  const clock = options.clock ?? createTestClock();
  const keyring = overrides.keyring ?? (await createKeyring());
  const encryption = createEncryption(keyring);
  const messages = createMessages(clock, encryption);
  const server = createServer(silentLog, options);
  // The port is known only once it listens, and routes can be added only before.
  const port = await findFreePort('localhost');
  const publicUrl = `http://localhost:${port}`;
  const baseUrl = `${publicUrl}/api/advocacy`;
  const dependencies: AdvocacyDependencies = {
    db: storage.db,
    clock,
    log: silentLog,
    keyring,
    encryption,
    idTokens: createIdTokens(keyring, overrides.baseUrl ?? baseUrl, clock),
    messages,
    secondFactors: createSecondFactors({ db: storage.db, clock, keyring, encryption, messages }),
    accountTypes: createAccountTypes([]),
    demo: false,
    publicUrl,
    baseUrl,
    ...overrides,
  };
  await registerConsoleClient(storage.db, [dependencies.publicUrl]);
  await server.register(async (app) => advocacy(app, dependencies), { prefix: '/api/advocacy' });
  await server.listen({ port, host: 'localhost' });
  return { baseUrl, clock, dependencies, close: () => server.close() };
}
