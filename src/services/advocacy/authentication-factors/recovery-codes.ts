import { randomInt } from 'node:crypto';
import { and, count, eq, inArray } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { authenticationFactors, recoveryCodes } from './authentication-factors-table.ts';
import { createCodeHash } from './code-hash.ts';
import type { FactorDependencies } from './factor-dependencies.ts';

/** decisions.md, 15. */
const CODES = 10;
/** Without 0, o, 1, l and i, which look alike on paper. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF_LENGTH = 5;

/** Case, spaces and dashes are ignored. */
const normalize = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');

const randomHalf = () =>
  Array.from({ length: HALF_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Creates the codes of a new recovery_code factor; only their hashes are stored. */
export async function createRecoveryCodes(
  tx: Queries,
  { keyring }: FactorDependencies,
  factorId: number,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => `${randomHalf()}-${randomHalf()}`);
  const codeHash = createCodeHash(keyring);
  await tx
    .insert(recoveryCodes)
    .values(
      codes.map((code) => ({ factorId, codeHash: codeHash.hash(factorId, normalize(code)) })),
    );
  return codes;
}

/** Whether the user has an unused code. */
export async function hasRecoveryCodes(db: Queries, userId: number): Promise<boolean> {
  const unused = await db
    .select({ factorId: recoveryCodes.factorId })
    .from(recoveryCodes)
    .innerJoin(authenticationFactors, eq(authenticationFactors.id, recoveryCodes.factorId))
    .where(eq(authenticationFactors.userId, userId))
    .limit(1);
  return unused.length > 0;
}

/** The number of unused codes. */
export async function countRecoveryCodes(db: Queries, userId: number): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .innerJoin(authenticationFactors, eq(authenticationFactors.id, recoveryCodes.factorId))
    .where(eq(authenticationFactors.userId, userId));
  return row?.left ?? 0;
}

/** Accepts one of the user's recovery codes, once. Atomic without a lock. */
export async function consumeRecoveryCode(
  tx: Queries,
  { keyring }: FactorDependencies,
  userId: number,
  code: string,
): Promise<boolean> {
  const [factor] = await tx
    .select({ id: authenticationFactors.id })
    .from(authenticationFactors)
    .where(
      and(
        eq(authenticationFactors.userId, userId),
        eq(authenticationFactors.type, 'recovery_code'),
      ),
    );
  if (!factor) return false;
  const hashes = createCodeHash(keyring).candidates(factor.id, normalize(code));
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.factorId, factor.id), inArray(recoveryCodes.codeHash, hashes)))
    .returning({ factorId: recoveryCodes.factorId });
  return used.length > 0;
}
