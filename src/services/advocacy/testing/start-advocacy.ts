import { createAccountTypes } from '#services/advocacy/accounts/account-types.ts';
import { type AdvocacyDependencies, advocacy } from '#services/advocacy/advocacy.ts';
import { createSecondFactors } from '#services/advocacy/authentication-factors/create-second-factors.ts';
import { createDns } from '#services/advocacy/domains/records/dns.ts';
import { createRequiredRecords } from '#services/advocacy/domains/records/required-records.ts';
import { registerConsoleClient } from '#services/advocacy/oauth/clients/console-client.ts';
import { authorizationServerMetadataRoutes } from '#services/advocacy/oauth/protocol/metadata-route.ts';
import { createIdTokens } from '#services/advocacy/oauth/tokens/id-token.ts';
import { findRelyingParty } from '#services/advocacy/passkeys/relying-party.ts';
import { createSignInPasskeys } from '#services/advocacy/passkeys/verify-passkey.ts';
import { createSingleSignOn } from '#services/advocacy/single-sign-on/create-single-sign-on.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { createServer, type ServerOptions } from '#services/platform/http/server.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createTestClock, type TestClock } from '#services/platform/testing/test-clock.ts';

/** Accepts .test and .example, as in the demo. */
export const TEST_DOMAIN_POLICY = { allowTestDomains: true, certificateDelaySeconds: 2 };

export interface TestAdvocacy {
  /** {base_url} of the contract. */
  baseUrl: string;
  clock: TestClock;
  dependencies: AdvocacyDependencies;
  close(): Promise<void>;
}

/** Serves the advocacy service over HTTP on a free port, with a clock that tests advance. */
export async function startAdvocacy(
  storage: Storage,
  overrides: Partial<AdvocacyDependencies> = {},
  options: Pick<ServerOptions, 'trustedProxies' | 'responseChecks'> & { clock?: TestClock } = {},
): Promise<TestAdvocacy> {
  const clock = options.clock ?? createTestClock();
  const keyring = overrides.keyring ?? (await createKeyring());
  const encryption = createEncryption(keyring);
  const messages = createMessages(clock, encryption);
  const server = createServer(silentLog, options);
  // Routes must be added before listening, and they need the port.
  const port = await findFreePort('localhost');
  const publicUrl = `http://localhost:${port}`;
  const baseUrl = `${publicUrl}/api/advocacy`;
  const relyingParty =
    'relyingParty' in overrides ? overrides.relyingParty : findRelyingParty(publicUrl, undefined);
  const dependencies: AdvocacyDependencies = {
    db: storage.db,
    clock,
    log: silentLog,
    keyring,
    encryption,
    idTokens: createIdTokens(keyring, overrides.baseUrl ?? baseUrl, clock),
    messages,
    secondFactors: createSecondFactors({ db: storage.db, clock, keyring, encryption, messages }),
    relyingParty,
    passkeys: createSignInPasskeys({ db: storage.db, clock, keyring, messages, relyingParty }),
    singleSignOn:
      overrides.oidc &&
      createSingleSignOn(
        { db: storage.db, clock, log: silentLog, messages, keyring, baseUrl },
        overrides.oidc,
      ),
    accountTypes: createAccountTypes([]),
    domainPolicy: { allowTestDomains: false, certificateDelaySeconds: 0 },
    requiredRecords: createRequiredRecords([], createDns(clock)),
    publicUrl,
    baseUrl,
    ...overrides,
  };
  await registerConsoleClient(storage.db, [dependencies.publicUrl]);
  await server.register(async (app) => advocacy(app, dependencies), { prefix: '/api/advocacy' });
  authorizationServerMetadataRoutes(server, dependencies);
  await server.listen({ port, host: 'localhost' });
  return { baseUrl, clock, dependencies, close: () => server.close() };
}
