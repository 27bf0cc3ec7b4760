import { and, eq, ne } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { resetPersonSignIn } from '#contract/people/people.ts';
import { createLink, deleteLinks } from '#services/advocacy/account/one-time-links.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import type { AuthorizationDependencies } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { endUserSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { passkeys } from '#services/advocacy/passkeys/passkeys-table.ts';
import type { SignInSettings } from '#services/advocacy/people/second-step.ts';
import { memberships, teams } from '#services/advocacy/teams/teams-table.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { lockUser } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { errorResponse, forbidden, notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';
import { nameInEmail } from '#services/platform/messages/name-in-email.ts';
import { NO_PASSWORD } from '#services/platform/secrets/password.ts';
import { authorizeAdministrator } from './people-routes.ts';
import { findMember, lockTeam } from './people-store.ts';

type ResetDependencies = Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'baseUrl'> &
  SignInSettings;

/** Helps a colleague who lost their ways to sign in (decisions.md, 67). */
export function resetSignInRoute(
  app: FastifyInstance,
  dependencies: ServiceDependencies & AuthorizationDependencies & SignInSettings,
): void {
  registerJsonOperation(app, resetPersonSignIn, {
    authorize: (request) => authorizeAdministrator(dependencies, resetPersonSignIn, request),
    async handle({ params, authorized: { teamId, userId: by } }) {
      const userId = Number(params.user_id);
      if (userId === by) {
        throw errorResponse(422, { detail: 'Change how you sign in on your Security page.' });
      }
      await resetSignIn(dependencies, { teamId, userId });
      return undefined;
    },
  });
}

/**
 * Ends a user's sessions, and removes every way to sign in but the mailbox, so that nobody gets in with the password or
 * the lost phone alone.
 * @throws {JsonApiError} 403 if the user is also on another team or is for emergencies, 404
 */
async function resetSignIn(
  dependencies: ResetDependencies,
  { teamId, userId }: { teamId: number; userId: number },
): Promise<void> {
  const { db, clock, messages, baseUrl } = dependencies;
  await db.transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const person = await findMember(tx, dependencies, { teamId, userId });
    if (!person) throw notFound();
    const isElsewhere = and(eq(memberships.userId, userId), ne(memberships.teamId, teamId));
    const { isBreakGlass, provenEmail } = await lockUser(tx, userId);
    if (isBreakGlass || (await tx.$count(memberships, isElsewhere)) > 0) {
      throw forbidden(
        `${isBreakGlass ? 'This account is for emergencies' : 'This person is also on another team'}. Ask the people who run Patron to reset the sign-in.`,
      );
    }
    await tx.delete(passkeys).where(eq(passkeys.userId, userId));
    await tx.delete(authenticationFactors).where(eq(authenticationFactors.userId, userId));
    await tx.delete(userIdentities).where(eq(userIdentities.userId, userId));
    await tx
      .update(users)
      .set({ passwordHash: NO_PASSWORD, updatedAt: clock.now() })
      .where(eq(users.id, userId));
    await deleteLinks(tx, userId, 'password_reset');
    const link = { purpose: 'password_reset', userId } as const;
    const token = await createLink(tx, clock, link, DAY_SECONDS);
    const [team] = await tx.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
    await messages.enqueue(tx, {
      channel: 'email',
      to: provenEmail,
      subject: 'Your Patron sign-in was reset',
      text: [
        `An administrator of ${nameInEmail(team?.name ?? '')} reset how you sign in to Patron: your password, passkeys and other methods no longer work, and you were signed out everywhere.`,
        'Set a new password within 24 hours. Then add a second step on your Security page.',
        emailLink('Set a new password', `${baseUrl}${OAUTH_PATHS.resetPassword}?token=${token}`),
      ].join('\n\n'),
      usefulForSeconds: DAY_SECONDS,
    });
    await recordAudit(tx, {
      action: 'person.reset_sign_in',
      subject: { type: 'user', id: userId, name: person.name ?? person.email },
      teamId,
      userId,
    });
    await endUserSessions(tx, userId);
  });
}
