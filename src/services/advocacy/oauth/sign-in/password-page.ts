import { type Html, html } from '#services/platform/http/html.ts';
import type { Assets } from './assets.ts';
import { page, passkeyForm } from './page.ts';

const NOTICES = {
  'signed-out': 'You are signed out.',
  ended:
    'Your session has ended: it expired, was ended elsewhere, or the connection broke while it was renewed.',
};

export interface PasswordForm {
  /** URL the form is sent to. */
  action: string;
  clientName: string;
  email: string;
  /** URL of the page for a forgotten password. */
  forgotPassword: string;
  /** A notice of what happened before the page was opened. */
  notice?: keyof typeof NOTICES | undefined;
  /** The OpenID provider, whose link leads to its own sign-in page. */
  provider?: { name: string; isOnly: boolean } | undefined;
  /** The account that is linked to the provider by this sign-in. */
  linkedEmail?: string | undefined;
  /** For the browser; undefined where browsers have no passkeys. */
  passkeyOptions?: object | undefined;
  error?: { field?: 'email' | 'password' | undefined; message: string } | undefined;
}

/** The first step of sign-in: email and password. */
export function passwordPage(assets: Assets, form: PasswordForm): string {
  const { action, clientName, email, passkeyOptions, error, notice, provider, linkedEmail } = form;
  const isOnly = provider?.isOnly === true && linkedEmail === undefined;
  const isFolded = isOnly && error === undefined;
  const focused = isFolded ? undefined : (error?.field ?? (email === '' ? 'email' : 'password'));
  const attributes = (field: 'email' | 'password') => [
    ...(field === focused ? [html` autofocus`] : []),
    ...(error?.field === field ? [html` aria-invalid="true" aria-describedby="error"`] : []),
  ];
  const fields = html`<form class="main" method="post" action="${action}" data-typed="${action}/typed">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="${passkeyOptions ? 'username webauthn' : 'username'}" autocapitalize="none" spellcheck="false" maxlength="254" required${attributes('email')}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${attributes('password')}>
<button type="submit">Sign in</button>
</form>
${passkeyOptions && passkeyForm(assets, { address: action, options: passkeyOptions, label: 'Sign in with a passkey' })}
${provider && !isOnly && !linkedEmail ? providerLink(form, 'button provider other') : undefined}
<p class="small"><a href="${form.forgotPassword}" data-email="">Forgot password?</a></p>`;
  return page(
    assets,
    'Sign in',
    html`<h1>Sign in</h1>
<p>To continue to ${clientName}.</p>
${linkedEmail && html`<p class="note" role="status">${linkedEmail} already has a Patron account. Sign in to it once more. From then on, you sign in with ${provider?.name ?? ''}.</p>`}
${notice && html`<p class="note" role="status">${NOTICES[notice]}</p>`}
${error && html`<p class="alert" role="alert" id="error">${error.message}</p>`}
${isOnly ? providerLink(form, 'button provider') : undefined}
${isOnly ? html`<details class="ways"${isFolded ? undefined : html` open`}><summary>Sign in without ${provider?.name ?? ''}</summary>${fields}</details>` : fields}
<script src="${assets.path('forms.js')}" defer></script>`,
  );
}

function providerLink({ action, provider }: PasswordForm, className: string): Html {
  return html`<a class="${className}" href="${action}/sso">Continue with ${provider?.name ?? ''}</a>`;
}
