import { randomInt } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { authenticationFactors, recoveryCodes } from './authentication-factors-table.ts';
import { createCodeHash } from './code-hash.ts';
import type { FactorDependencies } from './factor-dependencies.ts';

/** decisions.md, 15. */
const CODES = 10;
/** Without 0, o, 1, l and i, which people mistake for one another on paper. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF_LENGTH = 5;

/** Case, spaces and dashes don't count. */
const normalize = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');

const randomHalf = () =>
  Array.from({ length: HALF_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Makes the set of codes of a new recovery_code factor; only their hashes are kept. */
export async function createRecoveryCodes(
  tx: Queries,
  { keyring }: FactorDependencies,
  factorId: number,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => `${randomHalf()}-${randomHalf()}`);
  const hash = createCodeHash(keyring);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ factorId, codeHash: hash.of(factorId, normalize(code)) })));
  return codes;
}

/** Whether a code of the person's is left. */
export async function hasRecoveryCodes(db: Queries, userId: number): Promise<boolean> {
  const left = await db
    .select({ factorId: recoveryCodes.factorId })
    .from(recoveryCodes)
    .innerJoin(authenticationFactors, eq(authenticationFactors.id, recoveryCodes.factorId))
    .where(eq(authenticationFactors.userId, userId))
    .limit(1);
  return left.length > 0;
}

/** Takes one of the person's recovery codes, which it uses up. Atomic by itself. */
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
