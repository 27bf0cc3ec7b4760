import type { FastifyReply } from 'fastify';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { Assets } from '#services/advocacy/oauth/sign-in/assets.ts';
import { page, pageHeaders } from '#services/advocacy/oauth/sign-in/page.ts';
import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { type Html, html } from '#services/platform/http/html.ts';

/** Context of the pages that emails link to. They work without JavaScript. */
export interface AccountPages {
  dependencies: ServiceDependencies;
  assets: Assets;
  attempts: AttemptCounters;
}

/** The path of a page, as links on other pages need it. */
export function pathOfPage(baseUrl: string, name: keyof typeof OAUTH_PATHS): string {
  return `${new URL(baseUrl).pathname}${OAUTH_PATHS[name]}`;
}

/** Sends a page with the title as its heading. */
export function sendAccountPage(
  { assets }: Pick<AccountPages, 'assets'>,
  reply: FastifyReply,
  { status = 200, title, content }: { status?: number; title: string; content: Html },
) {
  const script = html`<script src="${assets.path('forms.js')}" defer></script>`;
  return reply
    .code(status)
    .headers(pageHeaders({ hasScript: true }))
    .send(page(assets, title, html`<h1>${title}</h1>\n${content}\n${script}`));
}

/** The error of a form, which its field refers to. */
export function alert(error: string | undefined): Html | undefined {
  return error === undefined
    ? undefined
    : html`<p class="alert" role="alert" id="error">${error}</p>`;
}

/**
 * The fields of a form that sets a password.
 * @param email for password managers; undefined if the form has a field for it
 */
export function newPasswordFields(email: string | undefined, error: string | undefined): Html {
  const invalid = error === undefined ? undefined : html` aria-invalid="true"`;
  const describedBy = error === undefined ? 'rules' : 'error rules';
  const owner =
    email === undefined
      ? undefined
      : html`<input type="email" name="email" value="${email}" autocomplete="username" readonly hidden>`;
  return html`${owner}
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" maxlength="1024" required autofocus${invalid} aria-describedby="${describedBy}">
<p class="small hint" id="rules">Use 12 characters or more. A few random words work well.</p>`;
}

/** The text of a link's page when the link can't be used. */
export const LINK_ENDED =
  'This link has expired, was already used, or was replaced by a newer one. Check your email for the newest link.';
