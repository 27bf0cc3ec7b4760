import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { createAttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { isLinked } from '#services/advocacy/users/user-identities.ts';
import { findUserByProvenEmail } from '#services/advocacy/users/users-store.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { type Claim, createClaims } from '#services/platform/jobs/claims.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';
import { createLink, LINK_SECONDS } from './one-time-links.ts';
import { passwordResetRequests } from './password-reset-requests-table.ts';

/** Requests don't wake the worker, so that its work isn't tied to theirs. */
const INTERVAL_MS = 2_000;
const MAX_DELAY_MS = 2_000;
/** Emails to one user within 15 minutes; further requests get the usual response, but no email. */
const MAX_EMAILS = 5;

export const passwordResetClaims = createClaims({
  table: passwordResetRequests,
  key: 'id',
  batchSize: 20,
  leaseSeconds: 60,
  retry: { firstSeconds: 5, factor: 3, maxSeconds: 300 },
});

type PasswordResetDependencies = Pick<
  ServiceDependencies,
  'db' | 'clock' | 'log' | 'messages' | 'baseUrl' | 'oidc'
>;

/** Queues an address. It isn't looked up, so the work is the same for every address. */
export async function requestPasswordReset(
  db: Queries,
  clock: Clock,
  email: string,
): Promise<void> {
  const createdAt = clock.now();
  const nextAttemptAt = addSeconds(createdAt, randomInt(MAX_DELAY_MS) / 1000);
  await db.insert(passwordResetRequests).values({ email, createdAt, nextAttemptAt });
}

/** Any number of processes may run it. */
export function startPasswordResets(dependencies: PasswordResetDependencies): Worker {
  return startWorker({
    name: 'password-resets',
    intervalMs: INTERVAL_MS,
    work: () => sendPasswordResets(dependencies),
    log: dependencies.log,
  });
}

/**
 * Sends a link to each requested address that a user has proven.
 * @returns whether there may be more
 */
export async function sendPasswordResets(
  dependencies: PasswordResetDependencies,
): Promise<boolean> {
  const { db, clock, log } = dependencies;
  const claimed = await passwordResetClaims.claimDue(db, clock.now());
  for (const request of claimed) {
    try {
      await db.transaction(async (tx) => {
        if (await consumeRequest(tx, request)) await sendResetEmail(tx, dependencies, request);
      });
    } catch (error) {
      log.warn({ err: error }, 'could not send a link to set a new password; will retry');
      const { outcome } = passwordResetClaims.fail(request, error, clock.now());
      await passwordResetClaims.finish(db, request, outcome);
    }
  }
  return claimed.length === passwordResetClaims.batchSize;
}

type ClaimedRequest = Claim<typeof passwordResetRequests>;

/** @returns false if another process has claimed the request since */
async function consumeRequest(tx: Queries, request: ClaimedRequest): Promise<boolean> {
  const { id, nextAttemptAt } = passwordResetRequests;
  const deleted = await tx
    .delete(passwordResetRequests)
    .where(and(eq(id, request.id), eq(nextAttemptAt, request.nextAttemptAt)))
    .returning({ id });
  return deleted.length === 1;
}

async function sendResetEmail(
  tx: Queries,
  { clock, messages, baseUrl, oidc }: PasswordResetDependencies,
  { email, createdAt }: ClaimedRequest,
): Promise<void> {
  const isOver = addSeconds(createdAt, LINK_SECONDS.password_reset) <= clock.now();
  const user = isOver ? undefined : await findUserByProvenEmail(tx, email);
  if (!user) return;
  const attempts = createAttemptCounters(tx, clock);
  const { count } = await attempts.add(JSON.stringify(['password-reset-email', user.id]));
  if (count > MAX_EMAILS) return;
  if (oidc && !user.isBreakGlass && (await isLinked(tx, oidc, user.id))) {
    await messages.enqueue(tx, {
      channel: 'email',
      to: user.provenEmail,
      subject: 'Your Patron account has no password to set',
      text: `Someone asked to set a new password for your Patron account. You sign in with ${oidc.name}, so there is none to set. Choose "Continue with ${oidc.name}" on the sign-in page.`,
    });
    return;
  }
  const token = await createLink(tx, clock, { purpose: 'password_reset', userId: user.id });
  await messages.enqueue(tx, {
    channel: 'email',
    to: user.provenEmail,
    subject: 'Set a new Patron password',
    text:
      'Someone asked to set a new password for your Patron account. If it was you, open this ' +
      `link within ${LINK_SECONDS.password_reset / 60} minutes.\n\n` +
      `${emailLink('Set a new password', `${baseUrl}${OAUTH_PATHS.resetPassword}?token=${token}`)}\n\n` +
      "If it wasn't you, ignore this email. Your password won't change.",
    usefulForSeconds: LINK_SECONDS.password_reset,
  });
}
