import { encryptCredentials } from '#services/advocacy/accounts/account-credentials.ts';
import { sftp } from '#services/advocacy/accounts/account-types.ts';
import type { NewAccount } from '#services/advocacy/accounts/accounts-store.ts';
import { accounts } from '#services/advocacy/accounts/accounts-table.ts';
import { toNewAccount } from '#services/advocacy/accounts/connect/profile-mapping.ts';
import { subaccounts } from '#services/advocacy/accounts/subaccounts-table.ts';
import {
  CONNECTED_NAMES,
  demoIdentity,
  OTHER_TEAM_NAMES,
} from '#services/demo/provider/demo-identities.ts';
import { DEMO_NETWORKS, demoAccountProviders } from '#services/demo/provider/demo-networks.ts';
import { createRandom } from '#services/demo/seed/random.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

interface SeedAccountsOptions {
  teamId: number;
  now: Date;
  encryption: Encryption;
}

/** 10, and six names at nine networks: 64 accounts. */
const SFTP_FEEDS = [
  'products',
  'reviews',
  'stores',
  'prices',
  'press',
  'recipes',
  'events',
  'jobs',
  'photos',
  'films',
];
/** Only the mapping and the capabilities are used, which don't depend on the addresses. */
const PROVIDERS = demoAccountProviders({
  publicUrl: 'http://localhost',
  ownUrl: 'http://localhost',
});

/**
 * Seeds a team's accounts like the connect flow does, so that they can be reauthorized.
 * @returns the accounts, with the names that feeds are named after
 */
export async function seedAccounts(
  db: Queries,
  { teamId, now, encryption }: SeedAccountsOptions,
): Promise<{ id: number; name: string; label: string }[]> {
  const random = createRandom(1000 + teamId);
  const connected = teamId === 1 ? team1Accounts(now) : team2Accounts(now);
  // Shuffled, as a team connects them over time: the newest have the highest IDs.
  const list = connected
    .map((account) => ({ account, at: random.integer(0, 1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ account }) => account);
  const rows = await db
    .insert(accounts)
    .values(
      list.map(({ credentials, subaccounts: _parts, ...facts }, index) => {
        const createdAt = addSeconds(now, -(20 + 8 * (list.length - index)) * DAY_SECONDS);
        return {
          ...facts,
          teamId,
          credentials: encryptCredentials(encryption, { teamId, ...facts }, credentials),
          createdAt,
          updatedAt: addSeconds(createdAt, random.integer(0, 15) * DAY_SECONDS),
        };
      }),
    )
    .returning({ id: accounts.id, type: accounts.type, externalId: accounts.externalId });
  const ids = new Map(rows.map(({ id, type, externalId }) => [`${type} ${externalId}`, id]));
  const seeded = list.map((account) => ({
    ...account,
    id: ids.get(`${account.type} ${account.externalId}`) as number,
    label: DEMO_NETWORKS.find(({ type }) => type === account.type)?.label ?? sftp.label,
  }));
  const parts = seeded.flatMap(({ id: accountId, subaccounts: list }) =>
    list.map((part) => ({ ...part, accountId, createdAt: now, updatedAt: now })),
  );
  if (parts.length > 0) await db.insert(subaccounts).values(parts);
  return seeded;
}

function team1Accounts(now: Date): NewAccount[] {
  const authorized = CONNECTED_NAMES.flatMap((name) =>
    DEMO_NETWORKS.map(({ type }) => createAuthorizedAccount(type, name)),
  );
  return [
    ...authorized.map((account, index) => ({
      ...account,
      // Every seventh expires within a week, the others within two months.
      expiresAt: addSeconds(now, (index % 7 === 3 ? 1 + (index % 6) : 9 + index) * DAY_SECONDS),
    })),
    ...SFTP_FEEDS.map((feed) => createSftpAccount(feed, 'northwind')),
  ];
}

function team2Accounts(now: Date): NewAccount[] {
  const expiresAt = addSeconds(now, 45 * DAY_SECONDS);
  const authorized = OTHER_TEAM_NAMES.flatMap((name) =>
    ['instagram', 'tiktok', 'shopify'].map((type) => createAuthorizedAccount(type, name)),
  );
  return [
    ...authorized.map((account) => ({ ...account, expiresAt })),
    createSftpAccount('products', 'harbour'),
  ];
}

function createAuthorizedAccount(type: string, name: string): NewAccount {
  const provider = PROVIDERS.find((candidate) => candidate.type === type);
  const profile = demoIdentity(type, name);
  const tokens = { access_token: 'patron-demo-access-token', token_type: 'bearer' } as const;
  const site = type === 'shopify' ? profile.username : null;
  const account = provider && toNewAccount(provider, { profile, tokens, site, now: new Date(0) });
  if (!account) throw new Error(`The demo has no network ${type}`);
  // A path: the data may be used at another address than it was made at.
  return { ...account, imageUrl: profile.picture };
}

function createSftpAccount(feed: string, brand: string): NewAccount {
  const site = `sftp://files.${brand}.example/${feed}`;
  return sftp.toAccount({ access_token: feed, secret: 'patron-demo-secret', site });
}
