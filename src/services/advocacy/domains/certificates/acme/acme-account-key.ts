import { crypto } from 'acme-client';
import { eq } from 'drizzle-orm';
import type { Database } from '#services/platform/database/database.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { acmeAccounts } from './acme-accounts-table.ts';

interface Dependencies {
  db: Database;
  encryption: Encryption;
}

const contextOf = (directoryUrl: string) => `acme_accounts.private_key:${directoryUrl}`;

export const encryptedAccountKeys = encryptedColumn({
  table: acmeAccounts,
  key: acmeAccounts.directoryUrl,
  value: acmeAccounts.privateKey,
  parts: { directoryUrl: acmeAccounts.directoryUrl },
  contextOf: ({ directoryUrl }) => contextOf(directoryUrl),
});

/**
 * The key of our account at a directory, in PEM. If several processes create one at the same time,
 * the first one is kept.
 */
export async function getOrCreateAccountKey(
  dependencies: Dependencies,
  directoryUrl: string,
): Promise<string> {
  const existing = await findAccountKey(dependencies, directoryUrl);
  if (existing !== undefined) return existing;
  const { db, encryption } = dependencies;
  const created = (await crypto.createPrivateEcdsaKey()).toString();
  await db
    .insert(acmeAccounts)
    .values({ directoryUrl, privateKey: encryption.encrypt(created, contextOf(directoryUrl)) })
    .onConflictDoNothing();
  const stored = await findAccountKey(dependencies, directoryUrl);
  if (stored === undefined) throw new Error('The ACME account key was not stored');
  return stored;
}

async function findAccountKey(
  { db, encryption }: Dependencies,
  directoryUrl: string,
): Promise<string | undefined> {
  const [row] = await db
    .select()
    .from(acmeAccounts)
    .where(eq(acmeAccounts.directoryUrl, directoryUrl));
  return row && encryption.decrypt(row.privateKey, contextOf(directoryUrl));
}
