import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { createAttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';
import { requestDetails } from '#services/platform/messages/request-details.ts';

/** Emails about a lock to one user within a day. */
const MAX_EMAILS = 1;

/**
 * Records a wrong password of someone who is signed in, among the user's security events. A stolen session
 * is one way to get there, so the user gets an email when no more attempts are accepted.
 * @param isLocked whether it was the last attempt for now
 */
export async function recordStepUpFailure(
  { db, clock, messages, baseUrl }: StepUpFailureDependencies,
  { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>,
  isLocked: boolean,
): Promise<void> {
  // Also with a stolen session.
  const actor = { kind: 'user', id: String(id), name } as const;
  const event = { subject: { type: 'user', id, name }, userId: id, actor };
  await db.transaction(async (tx) => {
    await recordAudit(tx, { ...event, action: 'step_up.failure' });
    if (!isLocked) return;
    await recordAudit(tx, { ...event, action: 'step_up.lock' });
    const key = JSON.stringify(['step-up lock email', id]);
    const { count } = await createAttemptCounters(tx, clock).add(key, DAY_SECONDS);
    if (count > MAX_EMAILS) return;
    await messages.enqueue(tx, {
      channel: 'email',
      to: email,
      subject: 'Wrong passwords in your Patron account',
      text: [
        'Someone who is signed in to your Patron account entered too many wrong passwords when asked for it again. Changes that need the password are blocked for 15 minutes.',
        requestDetails(clock),
        'If this was you, you can ignore this email.',
        "If this wasn't you, set a new password now, which signs everyone out of your account. Then contact your Patron administrator.",
        emailLink('Set a new password', `${baseUrl}${OAUTH_PATHS.forgotPassword}`),
      ].join('\n\n'),
    });
  });
}

export type StepUpFailureDependencies = Pick<
  ServiceDependencies,
  'db' | 'clock' | 'messages' | 'baseUrl'
>;
