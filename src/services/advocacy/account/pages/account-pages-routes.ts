import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance } from 'fastify';
import { toOAuthError } from '#services/advocacy/oauth/oauth-error.ts';
import { html } from '#services/platform/http/html.ts';
import { type AccountPages, sendAccountPage } from './account-page.ts';
import { forgotPasswordRoutes } from './forgot-password.ts';
import { resetPasswordRoutes } from './reset-password.ts';
import { undoEmailChangeRoutes } from './undo-email-change.ts';

/** Pages for people who can't sign in, or come from a link in an email (decisions.md, 48). */
export async function accountPagesRoutes(app: FastifyInstance, pages: AccountPages): Promise<void> {
  await app.register(formbody);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status } = toOAuthError(error);
    if (status >= 500) request.log.error({ err: error }, 'failed');
    return sendAccountPage(pages, reply, {
      status,
      title: "This page isn't working",
      content: html`<p class="note" role="alert">Something went wrong in Patron. Try again. If it keeps happening, contact your Patron administrator and mention the request below.</p>
<p class="small">Request ${request.id}</p>`,
    });
  });
  forgotPasswordRoutes(app, pages);
  resetPasswordRoutes(app, pages);
  undoEmailChangeRoutes(app, pages);
}
