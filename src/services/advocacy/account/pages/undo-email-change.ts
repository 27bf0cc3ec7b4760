import type { FastifyInstance, FastifyReply } from 'fastify';
import { consumeLink, deleteLinks, findLink } from '#services/advocacy/account/one-time-links.ts';
import { restoreEmail } from '#services/advocacy/account/restore-email.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { formField } from '#services/advocacy/oauth/sign-in/sign-in.ts';
import { endUserSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { isEmailTaken } from '#services/advocacy/users/proven-email.ts';
import { findUser, lockUser } from '#services/advocacy/users/users-store.ts';
import { html } from '#services/platform/http/html.ts';
import { type AccountPages, LINK_ENDED, pathOfPage, sendAccountPage } from './account-page.ts';

/** The page behind the link in the notice to the old address after a change of email. */
export function undoEmailChangeRoutes(app: FastifyInstance, pages: AccountPages): void {
  const { dependencies } = pages;
  const { db, clock, baseUrl } = dependencies;

  app.get(OAUTH_PATHS.undoEmailChange, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    const link = await findLink(db, clock, 'email_undo', String(token));
    const user = link && (await findUser(db, link.userId));
    if (!link?.email || !user) return sendLinkEnded(pages, reply);
    return sendAccountPage(pages, reply, {
      title: 'Undo the email change?',
      content: html`<p>You currently sign in with ${user.email}. If you undo the change, you'll sign in with ${link.email} again, and everyone signed in to your account will be signed out.</p>
<form class="main" method="post" action="${pathOfPage(baseUrl, 'undoEmailChange')}">
<input type="hidden" name="token" value="${String(token)}">
<button type="submit">Undo change</button>
</form>`,
    });
  });

  app.post(OAUTH_PATHS.undoEmailChange, async (request, reply) => {
    const outcome = await undoEmailChange(dependencies, formField(request, 'token'));
    if (outcome === 'ended') return sendLinkEnded(pages, reply);
    if (outcome === 'taken') {
      return sendAccountPage(pages, reply, {
        status: 409,
        title: 'Your old email address is in use',
        content: html`<p class="note" role="alert">Another Patron account uses it now. Contact your Patron administrator.</p>`,
      });
    }
    return sendAccountPage(pages, reply, {
      title: 'Email change undone',
      content: html`<p>You now sign in with ${outcome.email} again. If someone else changed your email address, they may know your password, so set a new one.</p>
<a class="button start" href="${pathOfPage(baseUrl, 'forgotPassword')}" data-email="${outcome.email}">Set a new password</a>`,
    });
  });
}

/** Restores the address that the link was sent to and signs the user out everywhere. */
async function undoEmailChange(
  dependencies: ServiceDependencies,
  token: string,
): Promise<'ended' | 'taken' | { email: string }> {
  const { db, clock, messages } = dependencies;
  try {
    return await db.transaction(async (tx) => {
      const link = await consumeLink(tx, clock, 'email_undo', token);
      if (!link?.email) return 'ended';
      const { email } = link;
      const before = await lockUser(tx, link.userId);
      await restoreEmail(tx, dependencies, before, email);
      await deleteLinks(tx, before.id, 'password_reset');
      await endUserSessions(tx, before.id);
      for (const to of new Set([email, before.email])) {
        await messages.enqueue(tx, {
          channel: 'email',
          to,
          subject: 'Your Patron email change was undone',
          text: `You now sign in to Patron with ${email} again, not ${before.email}.`,
        });
      }
      return { email };
    });
  } catch (error) {
    if (isEmailTaken(error)) return 'taken';
    throw error;
  }
}

function sendLinkEnded(pages: AccountPages, reply: FastifyReply) {
  return sendAccountPage(pages, reply, {
    status: 400,
    title: "This link can't be used",
    content: html`<p class="note" role="alert">${LINK_ENDED} Contact your Patron administrator if someone else changed your email address.</p>`,
  });
}
