import { and, asc, eq, isNull } from 'drizzle-orm';
import { text } from '#contract/loyalty/text.ts';
import type { Queries } from '#services/platform/database/database.ts';
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
 * Makes one more API key of a program, beside those that it has.
 * @param given what it is called, to know it from others.
 * @returns the key itself too, of which only the digest is stored.
 */
export async function createApiKey(
  db: Queries,
  programId: number,
  given: string,
): Promise<ApiKey & { key: string }> {
  const name = checkValue('name', nameSchema, given);
  const key = generateSecret('api_key');
  const [row] = await db
    .insert(apiKeys)
    .values({ programId, name, digest: digest(key) })
    .returning(columns);
  if (!row) throw new Error('No key was made');
  return { ...row, key };
}

/** The API keys of a program, revoked ones too, in the order of their creation. */
export function listApiKeys(db: Queries, programId: number): Promise<ApiKey[]> {
  return db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.programId, programId))
    .orderBy(asc(apiKeys.id));
}

/**
 * Revokes an API key: the next request with it is refused.
 * @throws {OperatorError} when the program has no such key that still works.
 */
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
  if (!revoked) throw new OperatorError(`The program has no API key ${id} that still works`);
}

/** Revokes the keys of a name, where there are any. */
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
