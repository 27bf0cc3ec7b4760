import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EMAIL_ADDRESS_MAX_LENGTH } from '#contract/email-address.ts';
import { LINK_SECONDS } from '#services/advocacy/account/one-time-links.ts';
import { requestPasswordReset } from '#services/advocacy/account/password-resets.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { formField } from '#services/advocacy/oauth/sign-in/sign-in.ts';
import { tooManyAttempts } from '#services/advocacy/oauth/sign-in/sign-in-responses.ts';
import { ipNetwork } from '#services/advocacy/oauth/sign-in/throttle/ip-network.ts';
import { html } from '#services/platform/http/html.ts';
import { type AccountPages, alert, pathOfPage, sendAccountPage } from './account-page.ts';

/** Requests for one address from one network within 15 minutes. */
const MAX_REQUESTS = 10;
/** Matches a possible address; nothing else is stored. */
const ADDRESS = new RegExp(`^[!-~]{1,${EMAIL_ADDRESS_MAX_LENGTH}}$`);

/**
 * Requests links to set a new password. The address is only queued here and looked up elsewhere, so neither
 * the response nor the work for it reveals who has an account.
 */
export function forgotPasswordRoutes(app: FastifyInstance, pages: AccountPages): void {
  app.get(OAUTH_PATHS.forgotPassword, (request, reply) => {
    const { sign_in: signIn } = request.query as { sign_in?: unknown };
    return sendForm(pages, reply, { status: 200, email: '', signIn: toSignInId(signIn) });
  });

  app.post(OAUTH_PATHS.forgotPassword, async (request, reply) => {
    const email = formField(request, 'email').trim();
    const signIn = toSignInId(formField(request, 'sign_in'));
    if (email === '') {
      return sendForm(pages, reply, { status: 422, email, signIn, error: 'Enter your email.' });
    }
    const waitUntil = await countRequest(pages, request, email);
    if (waitUntil) {
      const error = tooManyAttempts(pages, reply, waitUntil);
      return sendForm(pages, reply, { status: 429, email, signIn, error });
    }
    const { db, clock } = pages.dependencies;
    if (ADDRESS.test(email)) await requestPasswordReset(db, clock, email);
    return sendAccountPage(pages, reply, {
      title: 'Check your email',
      content: html`<p>If ${email} has a Patron account, we sent it a link to set a new password. The link works once, within ${LINK_SECONDS.password_reset / 60} minutes.</p>
<p class="small">No email? Check the spam folder and the spelling, or <a href="${formAddress(pages, signIn)}" data-email="${email}">send another link</a>.</p>
<p class="small"><a href="${signInAddress(pages, signIn)}" data-email="${email}">Back to sign-in</a></p>`,
    });
  });
}

/** @returns the end of the wait if there were too many requests */
async function countRequest(
  { attempts }: AccountPages,
  request: FastifyRequest,
  email: string,
): Promise<Date | undefined> {
  const key = JSON.stringify(['password-reset', email.toLowerCase(), ipNetwork(request.ip)]);
  const { count, endsAt } = await attempts.add(key);
  return count > MAX_REQUESTS ? endsAt : undefined;
}

interface Form {
  status: number;
  email: string;
  /** The sign-in that the user comes from, which knows where it leads. */
  signIn: string | undefined;
  error?: string;
}

/** Undefined for what can't be the id of a sign-in in progress. */
function toSignInId(id: unknown): string | undefined {
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

function formAddress({ dependencies }: AccountPages, signIn: string | undefined): string {
  const path = pathOfPage(dependencies.baseUrl, 'forgotPassword');
  return signIn === undefined ? path : `${path}?sign_in=${signIn}`;
}

/** Back to the sign-in in progress, or else to a new one. */
function signInAddress({ dependencies }: AccountPages, signIn: string | undefined): string {
  const { baseUrl, publicUrl } = dependencies;
  return signIn === undefined ? `${publicUrl}/` : `${pathOfPage(baseUrl, 'signIn')}/${signIn}`;
}

function sendForm(
  pages: AccountPages,
  reply: FastifyReply,
  { status, email, signIn, error }: Form,
) {
  const invalid = error && html` aria-invalid="true" aria-describedby="error"`;
  const { baseUrl } = pages.dependencies;
  return sendAccountPage(pages, reply, {
    status,
    title: 'Forgot your password?',
    content: html`<p>We'll email you a link to set a new one.</p>
${alert(error)}
<form class="main" method="post" action="${pathOfPage(baseUrl, 'forgotPassword')}">
${signIn && html`<input type="hidden" name="sign_in" value="${signIn}">`}
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus${invalid || undefined}>
<button type="submit">Send link</button>
</form>
<p class="small"><a href="${signInAddress(pages, signIn)}" data-email="">Back to sign-in</a></p>`,
  });
}
