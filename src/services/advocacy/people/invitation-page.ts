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
import { setInvitationCookie } from '#services/advocacy/oauth/sign-in/cookies/first-sign-in-cookie.ts';
import { formField } from '#services/advocacy/oauth/sign-in/sign-in.ts';
import { findPasswordError } from '#services/advocacy/users/password-rules.ts';
import { isEmailTaken, releaseUnprovenEmail } from '#services/advocacy/users/proven-email.ts';
import { findUserByProvenEmail } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { one } from '#services/platform/database/one.ts';
import { html } from '#services/platform/http/html.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import {
  acceptInvitation,
  findInvitation,
  nameOfEmail,
  type OpenInvitation,
} from './accept-invitation.ts';
import { allowFirstSignIn } from './first-sign-in.ts';

const NAME_MAX_LENGTH = 255;

/** Where invited people set a password, or continue to the account they have (decisions.md, 49 and 59). */
export function invitationPageRoutes(app: FastifyInstance, pages: AccountPages): void {
  const { db, clock } = pages.dependencies;

  app.get(OAUTH_PATHS.invitation, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    const invitation = await findInvitation(db, clock, { token: String(token) });
    if (!invitation) return sendLinkEnded(pages, reply);
    return sendForm(pages, reply, { status: 200, token: String(token), invitation });
  });
  app.post(OAUTH_PATHS.invitation, (request, reply) => accept(pages, request, reply));
  app.get(OAUTH_PATHS.invitationByProvider, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    const invitation = await findInvitation(db, clock, { token: String(token) });
    if (!invitation || !pages.dependencies.oidc) return sendLinkEnded(pages, reply);
    setInvitationCookie(reply, pages.dependencies, String(token));
    const { publicUrl } = pages.dependencies;
    return reply.redirect(`${publicUrl}/teams/${invitation.teamId}/overview`, 303);
  });
}

async function accept(pages: AccountPages, request: FastifyRequest, reply: FastifyReply) {
  const { db, clock } = pages.dependencies;
  const token = formField(request, 'token');
  const invitation = await findInvitation(db, clock, { token });
  if (!invitation) return sendLinkEnded(pages, reply);
  const { email } = invitation;
  // The owner of the account signs in to it: the link alone doesn't prove who follows it.
  if (pages.dependencies.oidc?.isOnly || (await findUserByProvenEmail(db, email))) {
    return sendForm(pages, reply, { status: 200, token, invitation });
  }
  const name = formField(request, 'name').trim() || nameOfEmail(email);
  const password = formField(request, 'password');
  const error = requiredText(NAME_MAX_LENGTH).safeParse(name).success
    ? await findPasswordError(password, email)
    : `Use a name of ${NAME_MAX_LENGTH} characters or fewer.`;
  if (error !== undefined) {
    return sendForm(pages, reply, { status: 422, token, invitation, name, error });
  }
  const user = { email, provenEmail: email, name, passwordHash: await hashPassword(password) };
  const userId = await joinAsNewUser(pages, token, user);
  if (userId === undefined) return sendLinkEnded(pages, reply);
  await allowFirstSignIn(pages.dependencies, reply, userId);
  return sendWelcome(pages, reply, invitation);
}

/** @returns the user's id; undefined if the invitation was used or withdrawn in the meantime */
async function joinAsNewUser(
  { dependencies }: AccountPages,
  token: string,
  user: typeof users.$inferInsert,
): Promise<number | undefined> {
  try {
    return await dependencies.db.transaction(async (tx) => {
      let userId: number | undefined;
      await acceptInvitation(tx, dependencies, { token }, async () => {
        await releaseUnprovenEmail(tx, dependencies, user.email, { isProven: true });
        const created = one(await tx.insert(users).values(user).returning());
        userId = created.id;
        return created;
      });
      return userId;
    });
  } catch (error) {
    // The address got an account in the meantime: the link stays valid, to be opened again.
    if (isEmailTaken(error)) return undefined;
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
  const { db, baseUrl, publicUrl, oidc } = pages.dependencies;
  const { email, team, role } = invitation;
  const title = `Join ${team}`;
  if (await findUserByProvenEmail(db, email)) {
    return sendAccountPage(pages, reply, {
      status,
      title,
      content: html`<p>You were invited as ${role}. ${email} already has a Patron account: sign in to it to accept.</p>
<a class="button start" href="${publicUrl}/invitations/accept?token=${encodeURIComponent(token)}" data-email="${email}">Continue to Patron</a>`,
    });
  }
  const byProvider =
    oidc &&
    html`<a class="button ${oidc.isOnly ? 'start' : 'provider other'}" href="${pathOfPage(baseUrl, 'invitationByProvider')}?token=${encodeURIComponent(token)}">Continue with ${oidc.name}</a>`;
  if (oidc?.isOnly) {
    return sendAccountPage(pages, reply, {
      status,
      title,
      content: html`<p>You were invited as ${role}, with the email ${email}. Sign in with ${oidc.name} to join.</p>
${byProvider}`,
    });
  }
  return sendAccountPage(pages, reply, {
    status,
    title,
    content: html`<p>You were invited as ${role}, with the email ${email}. Set a password to join${oidc ? `, or sign in with ${oidc.name}` : ''}.</p>
${alert(error)}
<form class="main" method="post" action="${pathOfPage(baseUrl, 'invitation')}">
<input type="hidden" name="token" value="${token}">
<label for="name">Your name</label>
<input id="name" name="name" value="${name ?? nameOfEmail(email)}" autocomplete="name" maxlength="${NAME_MAX_LENGTH}">
${newPasswordFields(email, error)}
<button type="submit">Set password and join</button>
</form>
${byProvider}`,
  });
}

function sendWelcome(
  pages: AccountPages,
  reply: FastifyReply,
  { team, teamId, email }: OpenInvitation,
) {
  const { publicUrl } = pages.dependencies;
  return sendAccountPage(pages, reply, {
    title: `You joined ${team}`,
    content: html`<p>Your account is ready. Next time, sign in with ${email} and your new password.</p>
<a class="button start" href="${publicUrl}/teams/${teamId}/overview" data-email="${email}">Open ${team}</a>`,
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
