import { html } from '#services/platform/http/html.ts';

export interface CallbackPage {
  outcome: 'connected' | 'reauthorized' | 'failed';
  detail: string;
  /** Message to post to the opener, and the only origin allowed to receive it. */
  result?: { message: string; origin: string };
}

const TITLES = {
  connected: 'Account connected',
  reauthorized: 'Account reauthorized',
  failed: 'Account not connected',
};

/** The last page of a connection. It posts the result to its opener, and also shows it. */
export function renderCallbackPage({ outcome, detail, result }: CallbackPage): string {
  const data = result && html` data-message="${result.message}" data-origin="${result.origin}"`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${TITLES[outcome]} · Patron</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="../assets/callback-page.css">
<script src="../assets/callback-page.js" defer></script>
</head>
<body>
<main id="outcome" class="${outcome === 'failed' ? 'failed' : 'done'}"${data}>
<h1>${TITLES[outcome]}</h1>
<p>${detail}</p>
<p class="hint">You can close this window.</p>
</main>
</body>
</html>
`.text;
}
