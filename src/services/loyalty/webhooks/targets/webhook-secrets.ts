import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { ConflictError } from '#services/platform/operator-error.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';
import { lockTarget, type ProgramKey, record } from './lock-target.ts';
import { checkSecret } from './manage-webhooks.ts';
import { webhookSecretContext } from './webhook-targets.ts';

type Target = typeof webhookTargets.$inferSelect;

/**
 * - `later`: in 24 hours, or by `switchSecret`. Until then, the last secret signs the documented header
 * - `now`: and the last secret signs the other header for 24 hours
 * - `replace`: and nothing is signed with the last secret, which someone else may know
 */
export type SecretChange = 'later' | 'now' | 'replace';

/**
 * Creates another secret.
 * @param options.secret default: a generated one
 * @returns the only copy of the new secret, and when the last one ends if the new one is in force
 * @throws {OperatorError} if there is no such webhook, or the secret is too short
 */
export async function rotateSecret(
  tx: Queries,
  encryption: Encryption,
  program: ProgramKey,
  options: { id: number; now: Date; change: SecretChange; secret?: string | undefined },
): Promise<{ secret: string; previousUntil: Date }> {
  const { id, now, change } = options;
  const target = await lockTarget(tx, program, id);
  const secret = checkSecret(options.secret ?? generateSecret('webhook_secret'));
  const encrypted = encryption.encrypt(secret, webhookSecretContext(program.id));
  const previousUntil = addSeconds(now, DAY_SECONDS);
  await update(
    tx,
    id,
    change === 'later'
      ? { nextEncryptedSecret: encrypted, nextSecretAt: previousUntil }
      : {
          encryptedSecret: encrypted,
          previousEncryptedSecret: change === 'now' ? target.encryptedSecret : null,
          previousSecretUntil: change === 'now' ? previousUntil : null,
          nextEncryptedSecret: null,
          nextSecretAt: null,
        },
  );
  await record(
    tx,
    program,
    target,
    'rotate_secret',
    change === 'replace' ? { replaced: true } : {},
  );
  return { secret, previousUntil };
}

/**
 * Puts the new secret of a webhook in force. The last one signs the other header for 24 hours.
 * @throws {OperatorError} if there is no such webhook
 * @throws {ConflictError} if it has no new secret
 */
export async function switchSecret(
  db: Database,
  program: ProgramKey,
  id: number,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const target = await lockTarget(tx, program, id);
    if (target.nextEncryptedSecret === null) {
      throw new ConflictError('This webhook has no new secret');
    }
    await putInForce(tx, program, target, now);
  });
}

/** Puts the secrets in force whose time has come, as Patron itself. Any number of processes may do this. */
export async function switchDueSecrets(db: Database, now: Date): Promise<void> {
  const { id, nextSecretAt } = webhookTargets;
  const isDue = and(isNotNull(nextSecretAt), lte(nextSecretAt, now));
  const due = await db.select({ id }).from(webhookTargets).where(isDue);
  for (const target of due) {
    await db.transaction(async (tx) => {
      const [row] = await tx
        .select({ target: webhookTargets, partnerId: programs.partnerId })
        .from(webhookTargets)
        .innerJoin(programs, eq(programs.id, webhookTargets.programId))
        .where(and(eq(id, target.id), isDue))
        .for('no key update', { of: webhookTargets, skipLocked: true });
      if (!row) return;
      const program = { id: row.target.programId, partnerId: row.partnerId };
      await putInForce(tx, program, row.target, now);
    });
  }
}

async function putInForce(
  tx: Queries,
  program: ProgramKey,
  target: Target,
  now: Date,
): Promise<void> {
  await update(tx, target.id, {
    encryptedSecret: target.nextEncryptedSecret ?? target.encryptedSecret,
    previousEncryptedSecret: target.encryptedSecret,
    previousSecretUntil: addSeconds(now, DAY_SECONDS),
    nextEncryptedSecret: null,
    nextSecretAt: null,
  });
  await record(tx, program, target, 'switch_secret', {});
}

const update = (tx: Queries, id: number, values: Partial<Target>) =>
  tx.update(webhookTargets).set(values).where(eq(webhookTargets.id, id));
