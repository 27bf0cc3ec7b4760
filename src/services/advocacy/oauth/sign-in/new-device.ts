import { and, eq } from 'drizzle-orm';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';
import { requestDetails } from '#services/platform/messages/request-details.ts';

/** Whether a user has signed in before; their first device isn't announced. */
export async function hasSignedInBefore(db: Queries, { id }: Pick<UserRow, 'id'>) {
  const [event] = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.userId, id), eq(auditEvents.action, 'sign_in.success')))
    .limit(1);
  return event !== undefined;
}

/**
 * Notifies a user by email of a sign-in from a browser that they haven't used before.
 * @param hasUsedProvider whether the user signed in by the OpenID provider
 */
export async function announceNewDevice(
  tx: Queries,
  {
    clock,
    messages,
    baseUrl,
    oidc,
  }: Pick<ServiceDependencies, 'clock' | 'messages' | 'baseUrl' | 'oidc'>,
  { email }: Pick<UserRow, 'email'>,
  hasUsedProvider: boolean,
): Promise<void> {
  await messages.enqueue(tx, {
    channel: 'email',
    to: email,
    subject: 'New sign-in to your Patron account',
    text: [
      "Someone signed in to your Patron account with a browser that you haven't used before.",
      requestDetails(clock),
      'If this was you, you can ignore this email.',
      ...(hasUsedProvider
        ? [
            `If this wasn't you, change your password at ${oidc?.name}, and contact your Patron administrator.`,
          ]
        : [
            "If this wasn't you, set a new password now, which signs everyone out of your account. Then check your sign-in methods on the Security page.",
            emailLink('Set a new password', `${baseUrl}${OAUTH_PATHS.forgotPassword}`),
          ]),
    ].join('\n\n'),
  });
}

/** Notifies a user who signed in although the provider is the only way for everybody else. */
export async function announceBreakGlass(
  tx: Queries,
  { messages, clock, oidc }: Pick<ServiceDependencies, 'clock' | 'messages' | 'oidc'>,
  { email, isBreakGlass }: Pick<UserRow, 'email' | 'isBreakGlass'>,
): Promise<void> {
  if (!oidc?.isOnly || !isBreakGlass) return;
  await messages.enqueue(tx, {
    channel: 'email',
    to: email,
    subject: `Someone signed in to Patron without ${oidc.name}`,
    text: [
      `Your account was used to sign in to Patron without ${oidc.name}, which only accounts for emergencies can.`,
      requestDetails(clock),
      "If this wasn't you, contact the people who run Patron now.",
    ].join('\n\n'),
  });
}
