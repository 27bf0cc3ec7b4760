import { type Html, html } from '#services/platform/http/html.ts';
import type { Assets } from './assets.ts';
import { formatWait, page, passkeyForm } from './page.ts';
import type { SignInFactor } from './second-factors.ts';

export interface CodeForm {
  /** URL of this sign-in; each action has a path below it. */
  address: string;
  email: string;
  factor: SignInFactor;
  otherFactors: readonly SignInFactor[];
  /** Whether to ask for a recovery code instead. */
  recovery: boolean;
  hasRecoveryCodes: boolean;
  /** Seconds until another code can be sent; undefined for factors without sent codes. */
  sendAgainSeconds?: number | undefined;
  /** For the browser, if the factor is a passkey. */
  passkeyOptions?: object | undefined;
  error?: string | undefined;
}

/** The usual wait between two codes; a longer one means that a daily limit is reached. */
const INTERVAL_SECONDS = 30;

const CHANNELS = { email: 'email', sms: 'text message', voice: 'phone call', fax: 'fax' };

/** The second step of sign-in: a code from a factor, or a recovery code. */
export function codePage(assets: Assets, form: CodeForm): string {
  const { error, recovery } = form;
  return page(
    assets,
    'Two-step verification',
    html`<h1>Two-step verification</h1>
<p class="instruction">${recovery ? 'Enter one of your saved recovery codes.' : instruction(form)}</p>
${error === undefined ? undefined : html`<p class="alert" role="alert" id="error">${error}</p>`}
${form.passkeyOptions && !recovery ? passkeyStep(assets, form.address, form.passkeyOptions) : codeForm(assets, form)}
<script src="${assets.path('forms.js')}" defer></script>
${alternatives(form)}
<p class="small">Signing in as <strong>${form.email}</strong>.</p>`,
  );
}

function passkeyStep(assets: Assets, address: string, options: object): Html {
  return html`${passkeyForm(assets, { address, options, label: 'Use a passkey' })}
<noscript><p class="note">Passkeys need JavaScript.</p></noscript>`;
}

function codeForm(assets: Assets, form: CodeForm): Html {
  const { address, error, recovery } = form;
  return html`<form class="main" method="post" action="${address}/code">
${recovery ? html`<input type="hidden" name="recovery" value="1">` : undefined}
<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="${recovery ? 'text' : 'numeric'}" autocapitalize="none" spellcheck="false" maxlength="64" required autofocus${
    error === undefined ? undefined : html` aria-invalid="true" aria-describedby="error"`
  }>
${resend(form)}
<button type="submit">Continue</button>
</form>
<form id="send" method="post" action="${address}/send"></form>
<script src="${assets.path('code-page.js')}" defer></script>`;
}

function instruction({ factor, sendAgainSeconds = 0 }: CodeForm): string {
  const { type, channel, destination } = factor;
  if (sendAgainSeconds > INTERVAL_SECONDS) {
    const way = `by ${channel ? CHANNELS[channel] : 'message'} to ${destination ?? 'you'}`;
    return `We've sent too many codes ${way}. Use the last one, or try another way.`;
  }
  if (type === 'passkey') return 'Use one of your passkeys to continue.';
  if (type === 'one_time_password') return 'Enter the six-digit code from your authenticator app.';
  return `Enter the six-digit code we sent by ${channel ? CHANNELS[channel] : 'message'} to ${destination ?? 'you'}.`;
}

/** The script disables the button and counts down. Without it, sending too early changes nothing. */
function resend({ recovery, sendAgainSeconds }: CodeForm): Html | undefined {
  if (recovery || sendAgainSeconds === undefined) return undefined;
  if (sendAgainSeconds === 0) {
    return html`<p class="resend"><button type="submit" form="send" class="link">Resend code</button></p>`;
  }
  return html`<p class="resend"><button type="submit" form="send" class="link" data-wait-seconds="${sendAgainSeconds}" aria-describedby="wait">Resend</button> <span id="wait">in ${formatSeconds(sendAgainSeconds)}</span></p>`;
}

/** "0:17"; minutes or hours if a daily limit is reached. */
function formatSeconds(seconds: number): string {
  return seconds >= 60 ? formatWait(seconds) : `0:${String(seconds).padStart(2, '0')}`;
}

/** Folded, so that the page asks for one thing. Open where the code can't come. */
function alternatives(form: CodeForm): Html {
  const { address, otherFactors, recovery, hasRecoveryCodes, sendAgainSeconds = 0 } = form;
  const isStuck = sendAgainSeconds > INTERVAL_SECONDS;
  const ways = html`<details class="${isStuck ? 'ways stuck' : 'ways'}"${isStuck ? html` open` : undefined}>
<summary><span class="closed">Try another way</span><span class="opened">${form.passkeyOptions ? 'Back' : 'Back to the code'}</span></summary>
<p class="opened">Choose another way to confirm it's you.</p>
<ul>
${otherFactors.map(
  (factor) => html`<li><form method="post" action="${address}/factor">
<button type="submit" name="factor_id" value="${factor.id}">${icon(factor.channel ?? (factor.type === 'passkey' ? 'passkey' : 'app'))}${factorLabel(factor)}</button>
</form></li>`,
)}
${hasRecoveryCodes ? html`<li><a href="${address}?recovery=1">${icon('recovery')}<span>Use a recovery code</span></a></li>` : undefined}
</ul>
</details>`;
  const hasWays = !recovery && (otherFactors.length > 0 || hasRecoveryCodes);
  return html`<div class="choices">
${recovery ? html`<a class="link" href="${address}">Go back</a>` : undefined}
${hasWays ? ways : undefined}
<form method="post" action="${address}/restart">
<button type="submit" class="link">Use a different account</button>
</form>
</div>`;
}

const METHODS = { email: 'Email', sms: 'Text message', voice: 'Phone call', fax: 'Fax' };

/** The method, with the masked address or number below it. */
function factorLabel({ type, channel, destination }: SignInFactor): Html {
  if (type === 'passkey') return html`<span>Passkey</span>`;
  if (type === 'one_time_password' || !channel) return html`<span>Authenticator app</span>`;
  return html`<span>${METHODS[channel]}<small>${destination ?? ''}</small></span>`;
}

const ICONS = {
  app: 'M7 2h10a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zM12 18h.01',
  email: 'M3 5h18v14H3zM3 7l9 6 9-6',
  sms: 'M4 4h16v12H8l-4 4z',
  voice: 'M5 3h4l2 5-3 2a12 12 0 0 0 6 6l2-3 5 2v4a2 2 0 0 1-2 2A17 17 0 0 1 3 5a2 2 0 0 1 2-2z',
  fax: 'M6 9V3h12v6M6 18H3V9h18v9h-3M6 14h12v7H6z',
  passkey:
    'M12 11a4 4 0 1 0-4-4M4 21v-2a6 6 0 0 1 8-5.6M18 13a2.5 2.5 0 1 0-2 0v7l1 1 1.5-1.5L17.5 18l1-1-.5-1z',
  recovery: 'M15.5 8.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM11 13v8M11 17h4',
};

function icon(name: keyof typeof ICONS): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}
