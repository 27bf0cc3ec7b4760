import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requiredText } from '#contract/text.ts';
import {
  type AccountPages,
  alert,
  LINK_ENDED,
  newPasswordFields,
  pathOfPage,
  sendAccountPage,
} from '#services/advocacy/account/pages/account-page.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { formField } from '#services/advocacy/oauth/sign-in/sign-in.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { findPasswordError } from '#services/advocacy/users/password-rules.ts';
import { findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import { one } from '#services/platform/database/one.ts';
import { type Html, html } from '#services/platform/http/html.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import { consumeInvitation, findInvitation, type OpenInvitation } from './invitations.ts';

const NAME_MAX_LENGTH = 255;

/** Where invited people set a password, or accept with the account they have (decisions.md, 49). */
export function invitationPageRoutes(app: FastifyInstance, pages: AccountPages): void {
  const { db, clock } = pages.dependencies;

  app.get(OAUTH_PATHS.invitation, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    const invitation = await findInvitation(db, clock, String(token));
    if (!invitation) return sendLinkEnded(pages, reply);
    return sendForm(pages, reply, { status: 200, token: String(token), invitation });
  });
  app.post(OAUTH_PATHS.invitation, (request, reply) => accept(pages, request, reply));
}

async function accept(pages: AccountPages, request: FastifyRequest, reply: FastifyReply) {
  const { db, clock } = pages.dependencies;
  const token = formField(request, 'token');
  const invitation = await findInvitation(db, clock, token);
  if (!invitation) return sendLinkEnded(pages, reply);
  const { email } = invitation;
  const existing = await findUserByEmail(db, email);
  if (existing) {
    return (await join(pages, invitation, { id: existing.id, name: existing.name }))
      ? sendWelcome(
          pages,
          reply,
          invitation,
          html`<p>Open the team, and sign in if you are asked to.</p>`,
        )
      : sendLinkEnded(pages, reply);
  }
  const name = formField(request, 'name').trim() || nameOf(email);
  const password = formField(request, 'password');
  const error = requiredText(NAME_MAX_LENGTH).safeParse(name).success
    ? await findPasswordError(password, email)
    : `Use a name of ${NAME_MAX_LENGTH} characters or fewer.`;
  if (error !== undefined) {
    return sendForm(pages, reply, { status: 422, token, invitation, name, error });
  }
  const user = { email, name, passwordHash: await hashPassword(password) };
  return (await join(pages, invitation, user))
    ? sendWelcome(
        pages,
        reply,
        invitation,
        html`<p>Sign in with ${email} and your new password.</p>`,
      )
    : sendLinkEnded(pages, reply);
}

/**
 * Uses the invitation up and adds a user to its team; one who is on it keeps their role.
 * @param user an existing user, or a new one
 * @returns false if the invitation was used or withdrawn in the meantime
 */
async function join(
  { dependencies: { db } }: AccountPages,
  { id, email, teamId, roleId, role }: OpenInvitation,
  user: { id: number; name: string } | typeof users.$inferInsert,
): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      if (!(await consumeInvitation(tx, id))) return false;
      const userId =
        'passwordHash' in user
          ? one(await tx.insert(users).values(user).returning({ id: users.id })).id
          : user.id;
      const joined = await tx
        .insert(memberships)
        .values({ userId, teamId, roleId })
        .onConflictDoNothing()
        .returning({ userId: memberships.userId });
      await recordAudit(tx, {
        action: 'invitation.accept',
        subject: { type: 'invitation', id, name: email },
        changes: joined.length === 0 ? [] : changesBetween({}, { role }),
        teamId,
        actor: { kind: 'user', id: String(userId), name: user.name },
      });
      return true;
    });
  } catch (error) {
    // The address got an account in the meantime: the link stays valid, to be opened again.
    if (violatesUnique(error, 'users_email_unique')) return false;
    throw error;
  }
}

interface Form {
  status: number;
  token: string;
  invitation: OpenInvitation;
  /** As the person typed it. */
  name?: string;
  error?: string;
}

async function sendForm(
  pages: AccountPages,
  reply: FastifyReply,
  { status, token, invitation, name, error }: Form,
) {
  const { db, baseUrl } = pages.dependencies;
  const { email, team, role } = invitation;
  const isKnown = (await findUserByEmail(db, email)) !== undefined;
  const fields = isKnown
    ? html`<button type="submit">Accept invitation</button>`
    : html`<label for="name">Your name</label>
<input id="name" name="name" value="${name ?? nameOf(email)}" autocomplete="name" maxlength="${NAME_MAX_LENGTH}">
${newPasswordFields(email, error)}
<button type="submit">Set password and join</button>`;
  return sendAccountPage(pages, reply, {
    status,
    title: `Join ${team}`,
    content: html`<p>You were invited as ${role}, with the email ${email}.${isKnown ? ' You already have a Patron account.' : ' Set a password to join.'}</p>
${alert(error)}
<form class="main" method="post" action="${pathOfPage(baseUrl, 'invitation')}">
<input type="hidden" name="token" value="${token}">
${fields}
</form>`,
  });
}

function sendWelcome(
  pages: AccountPages,
  reply: FastifyReply,
  { team, teamId }: OpenInvitation,
  content: Html,
) {
  const { publicUrl } = pages.dependencies;
  return sendAccountPage(pages, reply, {
    title: `You joined ${team}`,
    content: html`${content}
<a class="button start" href="${publicUrl}/teams/${teamId}/overview">Open ${team}</a>`,
  });
}

function sendLinkEnded(pages: AccountPages, reply: FastifyReply) {
  return sendAccountPage(pages, reply, {
    status: 400,
    title: "This link can't be used",
    content: html`<p class="note" role="alert">${LINK_ENDED} If you have joined already, open Patron and sign in. Otherwise ask the person who invited you for another invitation.</p>
<a class="button start" href="${pages.dependencies.publicUrl}/">Open Patron</a>`,
  });
}

const nameOf = (email: string) => email.split('@')[0] ?? email;
