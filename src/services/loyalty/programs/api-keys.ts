import { and, asc, eq, isNull } from 'drizzle-orm';
import { text } from '#contract/loyalty/text.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';
import { apiKeys } from './programs-table.ts';

export type ApiKey = Omit<typeof apiKeys.$inferSelect, 'digest' | 'programId'>;

const columns = {
  id: apiKeys.id,
  name: apiKeys.name,
  createdAt: apiKeys.createdAt,
  revokedAt: apiKeys.revokedAt,
};
const nameSchema = text({ min: 1 });

/**
 * Creates another API key.
 * @returns the only copy of the key; just its digest is stored
 * @throws {OperatorError} if the name is not valid
 */
export async function createApiKey(
  db: Queries,
  programId: number,
  givenName: string,
): Promise<ApiKey & { key: string }> {
  const name = checkValue('name', nameSchema, givenName);
  const key = generateSecret('api_key');
  const rows = await db
    .insert(apiKeys)
    .values({ programId, name, digest: digest(key) })
    .returning(columns);
  return { ...one(rows), key };
}

/** Includes revoked keys; oldest first. */
export function listApiKeys(db: Queries, programId: number): Promise<ApiKey[]> {
  return db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.programId, programId))
    .orderBy(asc(apiKeys.id));
}

/** @throws {OperatorError} if the program has no active key with this id */
export async function revokeApiKey(
  db: Queries,
  programId: number,
  id: number,
  now: Date,
): Promise<void> {
  const [revoked] = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.programId, programId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  if (!revoked) throw new OperatorError(`The program has no active API key ${id}`);
}

/** Does nothing if there are no keys of this name. */
export async function revokeApiKeysNamed(
  db: Queries,
  programId: number,
  name: string,
  now: Date,
): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(
      and(eq(apiKeys.programId, programId), eq(apiKeys.name, name), isNull(apiKeys.revokedAt)),
    );
}
