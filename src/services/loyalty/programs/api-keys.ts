import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import { text } from '#contract/loyalty/text.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { ConflictError, checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';
import { lockProgramExclusively } from './lock-program.ts';
import { apiKeys, type Program } from './programs-table.ts';

export type ApiKey = Omit<typeof apiKeys.$inferSelect, 'digest' | 'programId'>;

const columns = {
  id: apiKeys.id,
  name: apiKeys.name,
  lastFour: apiKeys.lastFour,
  createdAt: apiKeys.createdAt,
  createdBy: apiKeys.createdBy,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
};
/** Without revoked ones and Patron's own. Programs that had more before 0.3.0 keep them. */
const MAX_KEYS = 50;
const nameSchema = text({ min: 1 });
/** The resolution of `lastUsedAt`, so that not every request writes. */
const USE_SECONDS = 60;

/** The key that the gateway calls the program with. */
export const gatewayKeyName = (teamId: number) => `gateway of team ${teamId}`;
export const isGatewayKey = ({ name }: Pick<ApiKey, 'name'>) => /^gateway of team \d+$/.test(name);

/**
 * Creates an API key for a caller, and records it.
 * @returns like `insertApiKey`
 * @throws {OperatorError} if the name is not valid
 * @throws {ConflictError} if the program has as many keys as it may have
 */
export function createApiKey(
  db: Database,
  program: Pick<Program, 'id' | 'partnerId'>,
  name: string,
): Promise<ApiKey & { key: string }> {
  if (isGatewayKey({ name })) throw new OperatorError("name: Reserved for Patron's own keys");
  return db.transaction(async (tx) => {
    await lockProgramExclusively(tx, program.id);
    const keys = await listApiKeys(tx, program.id);
    const active = keys.filter((key) => key.revokedAt === null && !isGatewayKey(key));
    if (active.length >= MAX_KEYS) {
      throw new ConflictError(
        `A program has at most ${MAX_KEYS} API keys; revoke one that isn't needed any more`,
      );
    }
    const created = await insertApiKey(tx, program.id, name);
    await recordAudit(tx, {
      action: 'api_key.create',
      subject: { type: 'api_key', id: created.id, name: created.name },
      changes: changesBetween({}, { name: created.name }),
      partnerId: program.partnerId,
    });
    return created;
  });
}

/**
 * Stores another API key.
 * @returns the only copy of the key; just its digest is stored
 * @throws {OperatorError} if the name is not valid
 */
export async function insertApiKey(
  db: Queries,
  programId: number,
  givenName: string,
): Promise<ApiKey & { key: string }> {
  const name = checkValue('name', nameSchema, givenName);
  const key = generateSecret('api_key');
  const rows = await db
    .insert(apiKeys)
    .values({
      programId,
      name,
      digest: digest(key),
      lastFour: key.slice(-4),
      createdBy: currentContext().actor?.name ?? null,
    })
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

/** Undefined if the program has no active key with this id. */
export async function findApiKey(
  db: Queries,
  programId: number,
  id: number,
): Promise<ApiKey | undefined> {
  const [key] = await db
    .select(columns)
    .from(apiKeys)
    .where(and(eq(apiKeys.programId, programId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
  return key;
}

/**
 * Rejects a key from the next request on, and records it.
 * @throws {OperatorError} if the program has no active key with this id, or the console uses it
 */
export async function revokeApiKey(
  db: Database,
  program: Pick<Program, 'id' | 'partnerId'>,
  id: number,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(and(eq(apiKeys.programId, program.id), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning({ name: apiKeys.name });
    if (!revoked) throw new OperatorError(`The program has no active API key ${id}`);
    if (isGatewayKey(revoked)) {
      throw new OperatorError(
        'The console itself uses this key. It is replaced with `connections rotate`',
      );
    }
    await recordAudit(tx, {
      action: 'api_key.revoke',
      subject: { type: 'api_key', id, name: revoked.name },
      changes: changesBetween({}, { revoked_at: now }),
      partnerId: program.partnerId,
    });
  });
}

/** Stores that a key was used, once a minute. */
export async function recordUse(
  db: Queries,
  { id, lastUsedAt }: Pick<ApiKey, 'id' | 'lastUsedAt'>,
  now: Date,
): Promise<void> {
  const before = addSeconds(now, -USE_SECONDS);
  if (lastUsedAt !== null && lastUsedAt >= before) return;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(apiKeys.id, id),
        // Concurrent requests write once.
        or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before)),
      ),
    );
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
