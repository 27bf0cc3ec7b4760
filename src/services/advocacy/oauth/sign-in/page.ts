import { type Html, html } from '#services/platform/http/html.ts';
import type { Assets } from './assets.ts';

/** Layout of all pages of the authorization server. */
export function page(assets: Assets, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Patron</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${assets.path('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.path('sign-in.css')}">
</head>
<body>
<main>
<div class="card">
<p class="brand"><svg width="24" height="16" viewBox="0 0 24 16" aria-hidden="true"><circle cx="16" cy="8" r="7.5" fill-opacity="0.45"/><circle cx="8" cy="8" r="7.5"/></svg>Patron</p>
${content}
</div>
</main>
<aside class="panel" aria-label="About Patron"><p class="tagline">The people who love your brand, and the places where they say so.</p></aside>
</body>
</html>
`.text;
}

/**
 * A form that a script fills in with a passkey and submits. It is hidden without the script, and in browsers that
 * have no passkeys.
 * @param address the sign-in's
 * @param options for the browser; nothing is fetched while the page loads
 */
export function passkeyForm(
  assets: Assets,
  { address, options, label }: { address: string; options: object; label: string },
): Html {
  return html`<form class="passkey" method="post" action="${address}/passkey" data-passkey="${JSON.stringify(options)}" hidden>
<input type="hidden" name="credential">
<p class="note" role="alert" hidden></p>
<button type="submit">${label}</button>
</form>
<script src="${assets.path('passkeys.js')}" defer></script>`;
}

const CSP = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const SCRIPT_CSP = [
  "script-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
];

/** Minutes, or hours if more than 120 minutes. */
export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return '1 minute';
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/**
 * Response headers of the pages (decisions.md, 24).
 * @param options.redirectUri where sign-in ends: browsers check all redirects of a form against
 *   `form-action`
 * @param options.hasScript whether the page loads one of the assets as a script
 */
export function pageHeaders({
  redirectUri,
  hasScript = false,
}: {
  redirectUri?: string;
  hasScript?: boolean;
} = {}): Record<string, string> {
  const targets = ["'self'", ...(redirectUri === undefined ? [] : [targetOf(redirectUri)])];
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      ...CSP,
      ...(hasScript ? SCRIPT_CSP : []),
      `form-action ${targets.join(' ')}`,
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** CSP source expression: the origin, or the scheme if it is a custom one. */
function targetOf(url: string): string {
  const { origin, protocol } = new URL(url);
  return origin === 'null' ? protocol : origin;
}
