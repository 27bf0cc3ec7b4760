import { type Html, html } from '#services/platform/http/html.ts';
import type { Assets } from './assets.ts';
import { page } from './page.ts';
import type { SignInFactor } from './second-factors.ts';

export interface CodeForm {
  /** Address of this sign-in; each act has one beneath it. */
  address: string;
  email: string;
  factor: SignInFactor;
  others: readonly SignInFactor[];
  /** Whether a recovery code is asked for in the factor's place. */
  recovery: boolean;
  /** Whether there is one to ask for. */
  hasRecoveryCodes: boolean;
  /** Seconds until another code can be sent; undefined where none is sent. */
  sendAgainIn?: number | undefined;
  error?: string | undefined;
}

const CHANNELS = { email: 'email', sms: 'text message', voice: 'phone call', fax: 'fax' };

/** The second step of sign-in: a code from the person's factor, or a recovery code. */
export function codePage(assets: Assets, form: CodeForm): string {
  const { address, error, recovery } = form;
  return page(
    assets,
    'Sign in',
    html`<h1>Sign in</h1>
<p>${recovery ? 'Enter one of the recovery codes that you saved.' : instruction(form.factor)}</p>
${error === undefined ? undefined : html`<p class="alert" role="alert" id="problem">${error}</p>`}
<form class="main" method="post" action="${address}/code">
${recovery ? html`<input type="hidden" name="recovery" value="1">` : undefined}
<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="${recovery ? 'text' : 'numeric'}" autocapitalize="none" spellcheck="false" maxlength="64" required autofocus${
      error === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
    }>
<button type="submit">Continue</button>
</form>
${sendAgain(form)}
${choices(form)}
<p class="small">Signing in as <strong>${form.email}</strong>.</p>`,
  );
}

function instruction({ type, channel, destination }: SignInFactor): string {
  if (type === 'one_time_password')
    return 'Enter the six digits that your authenticator app shows.';
  return `Enter the six digits that we sent by ${channel ? CHANNELS[channel] : 'message'} to ${destination ?? 'you'}.`;
}

function sendAgain({ address, recovery, sendAgainIn }: CodeForm): Html | undefined {
  if (recovery || sendAgainIn === undefined) return undefined;
  const when =
    sendAgainIn > 0 ? html`<p>A new code can be sent in ${sendAgainIn} seconds.</p>` : undefined;
  return html`<form class="choices" method="post" action="${address}/send">
<button type="submit">Send again</button>${when}
</form>`;
}

function recoveryChoice({ address, recovery, hasRecoveryCodes }: CodeForm): Html | undefined {
  if (recovery) return html`<a href="${address}">Go back to the other code</a>`;
  return hasRecoveryCodes
    ? html`<a href="${address}?recovery=1">Use a recovery code</a>`
    : undefined;
}

function choices(form: CodeForm): Html {
  const { address, others } = form;
  return html`<div class="choices">
<h2>Another way</h2>
${others.map(
  ({ id, ...factor }) => html`<form method="post" action="${address}/factor">
<button type="submit" name="factor_id" value="${id}">${choice(factor)}</button>
</form>`,
)}
${recoveryChoice(form)}
<form method="post" action="${address}/restart">
<button type="submit">Sign in as somebody else</button>
</form>
</div>`;
}

function choice({ type, channel, destination }: Omit<SignInFactor, 'id'>): string {
  if (type === 'one_time_password') return 'Use your authenticator app';
  return `Get a code by ${channel ? CHANNELS[channel] : 'message'} at ${destination ?? ''}`;
}
