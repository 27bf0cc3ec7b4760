import { type Html, html } from '#services/platform/http/html.ts';
import type { Assets } from './assets.ts';

/** The frame of every page of the authorization server. */
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
<p class="brand"><svg width="24" height="16" viewBox="0 0 24 16" aria-hidden="true"><circle cx="16" cy="8" r="7.5" fill-opacity="0.45"/><circle cx="8" cy="8" r="7.5"/></svg>Patron</p>
${content}
</main>
<aside class="panel" aria-label="About Patron"><p class="tagline">The people who love your brand, and the places they say so.</p></aside>
</body>
</html>
`.text;
}

const CSP = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * Headers of the pages (decisions.md, 24).
 * @param redirectUri where signing in ends: browsers hold a form's whole chain of redirects to
 *   `form-action`.
 */
export function pageHeaders(redirectUri?: string): Record<string, string> {
  const targets = ["'self'", ...(redirectUri === undefined ? [] : [targetOf(redirectUri)])];
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [...CSP, `form-action ${targets.join(' ')}`].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** A source expression for the address: its origin, or the scheme of an application's own. */
function targetOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}
