import { type Html, html } from '#services/platform/http/html.ts';
import type { Assets } from './assets.ts';
import { formatWait, page } from './page.ts';
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
  error?: string | undefined;
}

/** The usual wait between two codes; a longer one means that a daily limit is reached. */
const INTERVAL_SECONDS = 30;

const CHANNELS = { email: 'email', sms: 'text message', voice: 'phone call', fax: 'fax' };

/** The second step of sign-in: a code from a factor, or a recovery code. */
export function codePage(assets: Assets, form: CodeForm): string {
  const { address, error, recovery } = form;
  return page(
    assets,
    'Two-step verification',
    html`<h1>Two-step verification</h1>
<p>${recovery ? 'Enter one of your saved recovery codes.' : instruction(form)}</p>
${error === undefined ? undefined : html`<p class="alert" role="alert" id="error">${error}</p>`}
<form class="main" method="post" action="${address}/code">
${recovery ? html`<input type="hidden" name="recovery" value="1">` : undefined}
<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="${recovery ? 'text' : 'numeric'}" autocapitalize="none" spellcheck="false" maxlength="64" required autofocus${
      error === undefined ? undefined : html` aria-invalid="true" aria-describedby="error"`
    }>
<button type="submit">Continue</button>
</form>
${sendAgain(form)}
<script src="${assets.path('countdown.js')}" defer></script>
<script src="${assets.path('forms.js')}" defer></script>
${alternatives(form)}
<p class="small">Signing in as <strong>${form.email}</strong>.</p>`,
  );
}

function instruction({ factor, sendAgainSeconds = 0 }: CodeForm): string {
  const { type, channel, destination } = factor;
  if (sendAgainSeconds > INTERVAL_SECONDS) {
    const way = `by ${channel ? CHANNELS[channel] : 'message'} to ${destination ?? 'you'}`;
    return `We've sent too many codes ${way}. Use the last one, or try another way.`;
  }
  if (type === 'one_time_password') return 'Enter the six-digit code from your authenticator app.';
  return `Enter the six-digit code we sent by ${channel ? CHANNELS[channel] : 'message'} to ${destination ?? 'you'}.`;
}

/** The script disables the button and counts down. Without it, sending too early changes nothing. */
function sendAgain({ address, recovery, sendAgainSeconds }: CodeForm): Html | undefined {
  if (recovery || sendAgainSeconds === undefined) return undefined;
  const isWaiting = sendAgainSeconds > 0;
  const wait = html`<p id="wait">You can request a new code in ${formatSeconds(sendAgainSeconds)}.</p>`;
  return html`<form class="choices" method="post" action="${address}/send">
<button type="submit"${isWaiting ? html` data-wait-seconds="${sendAgainSeconds}" aria-describedby="wait"` : undefined}>Send again</button>${isWaiting ? wait : undefined}
</form>`;
}

function formatSeconds(seconds: number): string {
  if (seconds > 60) return formatWait(seconds);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

function alternatives(form: CodeForm): Html {
  const { address, otherFactors } = form;
  return html`<div class="choices">
<h2>Try another way</h2>
${otherFactors.map(
  ({ id, ...factor }) => html`<form method="post" action="${address}/factor">
<button type="submit" name="factor_id" value="${id}">${factorLabel(factor)}</button>
</form>`,
)}
${recoveryLink(form)}
<form method="post" action="${address}/restart">
<button type="submit">Use a different account</button>
</form>
</div>`;
}

function factorLabel({ type, channel, destination }: Omit<SignInFactor, 'id'>): string {
  if (type === 'one_time_password') return 'Use your authenticator app';
  return `Get a code by ${channel ? CHANNELS[channel] : 'message'} to ${destination ?? ''}`;
}

function recoveryLink({ address, recovery, hasRecoveryCodes }: CodeForm): Html | undefined {
  if (recovery) return html`<a href="${address}">Go back</a>`;
  return hasRecoveryCodes
    ? html`<a href="${address}?recovery=1">Use a recovery code</a>`
    : undefined;
}
