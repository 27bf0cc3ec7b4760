import { encryptCredentials } from '#services/advocacy/accounts/account-credentials.ts';
import { accounts } from '#services/advocacy/accounts/accounts-table.ts';
import { startConnection } from '#services/advocacy/accounts/connect/connect-states.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import {
  createSeed,
  encryptSeed,
} from '#services/advocacy/authentication-factors/one-time-password.ts';
import { getOrCreateAccountKey } from '#services/advocacy/domains/certificates/acme/acme-account-key.ts';
import { domainCertificates } from '#services/advocacy/domains/certificates/certificates-table.ts';
import { privateKeyContext } from '#services/advocacy/domains/certificates/issue-certificates.ts';
import { createLocalAuthority } from '#services/advocacy/domains/certificates/local-authority.ts';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { createTeam, createUser } from '#services/advocacy/testing/sign-in.ts';
import { rotateInboxSecret } from '#services/gateway/loyalty/loyalty-connections.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { rotateSecret } from '#services/loyalty/webhooks/targets/webhook-secrets.ts';
import { createWebhookTarget } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

interface Options {
  db: Database;
  clock: Clock;
  keyring: Keyring;
}

/** Fills every encrypted column; more accounts than fit into one batch. */
export async function fillEncryptedColumns({ db, clock, keyring }: Options) {
  const encryption = createEncryption(keyring);
  const dependencies = {
    db,
    clock,
    keyring,
    encryption,
    messages: createMessages(clock, encryption),
  };
  const { teamId } = await createTeam(db, 'Keys');
  const { userId } = await createUser(db, 'keys@brand.test');
  const now = clock.now();

  const connected = await db
    .insert(accounts)
    .values(
      Array.from({ length: 250 }, (_, number) => {
        const { credentials, subaccounts: _none, ...facts } = newAccount(number, `token ${number}`);
        const key = { teamId, ...facts };
        return { ...key, credentials: encryptCredentials(encryption, key, credentials) };
      }),
    )
    .returning();
  await startConnection(dependencies, {
    userId,
    teamId,
    purpose: 'account_new',
    accountId: null,
    accountType: 'chirp',
    site: null,
    origin: null,
    redirectUri: null,
  });
  await db.insert(authenticationFactors).values({
    userId,
    type: 'one_time_password',
    status: 'active',
    isDefault: true,
    totpSeed: encryptSeed(dependencies, userId, createSeed()),
    createdAt: now,
  });
  const [domain] = await db
    .insert(domains)
    .values({ teamId, name: 'keys.example.com', status: 'valid', createdAt: now, updatedAt: now })
    .returning({ id: domains.id });
  const { privateKey } = await createLocalAuthority(dependencies).issue('keys.example.com');
  const domainId = domain?.id ?? 0;
  await db.insert(domainCertificates).values({
    domainId,
    privateKey: encryption.encrypt(privateKey, privateKeyContext(domainId)),
    nextAttemptAt: now,
  });
  await getOrCreateAccountKey(dependencies, 'https://acme.example.com/directory');
  await dependencies.messages.enqueue(db, { channel: 'email', to: 'a@brand.test', text: 'Hello' });
  await saveLoyaltyConnection(db, encryption, teamId, {
    baseUrl: undefined,
    partnerId: 'keys',
    apiKey: 'a key',
    webhookSecret: 'a secret',
  });
  const { program } = await createProgram(db);
  const url = 'https://receiver.example.com/';
  const target = { programId: program.id, url, secret: 'a secret' };
  const { id } = await createWebhookTarget(db, encryption, target);
  const rotate = (change: 'now' | 'later') =>
    rotateSecret(db, encryption, program, { id, change, now: clock.now() });
  const { previousUntil } = await rotate('now');
  await rotate('later');
  await rotateInboxSecret(db, encryption, { teamId, secret: 'a secret', previousUntil });
  return { teamId, userId, accounts: connected };
}

/** An account as a third party returns it, with its token. */
export function newAccount(number: number, accessToken: string) {
  return {
    type: 'chirp',
    externalId: `bird-${number}`,
    name: 'Birds',
    username: 'birds',
    imageUrl: null,
    site: null,
    expiresAt: null,
    capabilities: [],
    followersCount: 0,
    followsCount: 0,
    mediaCount: 0,
    likesCount: null,
    credentials: { accessToken },
    subaccounts: [],
  };
}
