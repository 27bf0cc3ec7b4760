import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consumeLink, findLink } from '#services/advocacy/account/one-time-links.ts';
import { restoreEmail } from '#services/advocacy/account/restore-email.ts';
import { setUserPassword } from '#services/advocacy/account/set-password.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { formField } from '#services/advocacy/oauth/sign-in/sign-in.ts';
import { findPasswordError } from '#services/advocacy/users/password-rules.ts';
import { isLinked } from '#services/advocacy/users/user-identities.ts';
import { findUser, lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import { updateContext } from '#services/platform/context.ts';
import { html } from '#services/platform/http/html.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import {
  type AccountPages,
  alert,
  LINK_ENDED,
  newPasswordFields,
  pathOfPage,
  sendAccountPage,
} from './account-page.ts';

/** The page behind the link of a forgotten password. Opening it uses nothing up; the form does. */
export function resetPasswordRoutes(app: FastifyInstance, pages: AccountPages): void {
  app.get(OAUTH_PATHS.resetPassword, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    const user = await findUserOfLink(pages, String(token));
    return user
      ? sendForm(pages, reply, { status: 200, token: String(token), email: user.provenEmail })
      : sendLinkEnded(pages, reply);
  });
  app.post(OAUTH_PATHS.resetPassword, (request, reply) => resetPassword(pages, request, reply));
}

async function resetPassword(pages: AccountPages, request: FastifyRequest, reply: FastifyReply) {
  const { dependencies } = pages;
  const { db, clock } = dependencies;
  const token = formField(request, 'token');
  const password = formField(request, 'password');
  const owner = await findUserOfLink(pages, token);
  if (!owner) return sendLinkEnded(pages, reply);
  const error = await findPasswordError(password, owner.provenEmail);
  if (error !== undefined) {
    return sendForm(pages, reply, { status: 422, token, email: owner.provenEmail, error });
  }
  const passwordHash = await hashPassword(password);
  const isSet = await db.transaction(async (tx) => {
    const link = await consumeLink(tx, clock, 'password_reset', token);
    if (!link) return false;
    const found = await lockUser(tx, link.userId);
    updateContext({ actor: { kind: 'user', id: String(found.id), name: found.name } });
    const user = await restoreEmail(tx, dependencies, found, found.provenEmail);
    await setUserPassword(tx, dependencies, user, {
      passwordHash,
      announcement:
        'You set a new password with a link from an email, and were signed out everywhere.',
    });
    return true;
  });
  if (!isSet) return sendLinkEnded(pages, reply);
  return sendAccountPage(pages, reply, {
    title: 'Password changed',
    content: html`<p>You have been signed out everywhere. Sign in with ${owner.provenEmail} and your new password.</p>
<a class="button start" href="${dependencies.publicUrl}/" data-email="${owner.provenEmail}">Sign in</a>`,
  });
}

async function findUserOfLink(
  { dependencies: { db, clock, oidc } }: AccountPages,
  token: string,
): Promise<UserRow | undefined> {
  const link = await findLink(db, clock, 'password_reset', token);
  const user = link && (await findUser(db, link.userId));
  // Linked people sign in by the provider alone.
  return user && !user.isBreakGlass && (await isLinked(db, oidc, user.id)) ? undefined : user;
}

interface Form {
  status: number;
  token: string;
  email: string;
  error?: string;
}

function sendForm(pages: AccountPages, reply: FastifyReply, { status, token, email, error }: Form) {
  return sendAccountPage(pages, reply, {
    status,
    title: 'Set a new password',
    content: html`<p>For ${email}.</p>
${alert(error)}
<form class="main" method="post" action="${pathOfPage(pages.dependencies.baseUrl, 'resetPassword')}">
<input type="hidden" name="token" value="${token}">
${newPasswordFields(email, error)}
<button type="submit">Set password</button>
</form>`,
  });
}

function sendLinkEnded(pages: AccountPages, reply: FastifyReply) {
  return sendAccountPage(pages, reply, {
    status: 400,
    title: "This link can't be used",
    content: html`<p class="note" role="alert">${LINK_ENDED}</p>
<a class="button start" href="${pathOfPage(pages.dependencies.baseUrl, 'forgotPassword')}">Send another link</a>`,
  });
}
