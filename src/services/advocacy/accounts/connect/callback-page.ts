import { html } from '#services/platform/http/html.ts';

export interface CallbackPage {
  outcome: 'connected' | 'reauthorized' | 'failed';
  /** One or two sentences for the person. */
  detail: string;
  /** What to post to the window that opened this one, and the only origin that may read it. */
  delivery?: { message: string; origin: string };
}

const TITLES = {
  connected: 'Account connected',
  reauthorized: 'Account reauthorized',
  failed: 'Account not connected',
};

/** The page at the end of a connection: it hands the result over, and can be read without an opener. */
export function renderCallbackPage({ outcome, detail, delivery }: CallbackPage): string {
  const data =
    delivery && html` data-message="${delivery.message}" data-origin="${delivery.origin}"`;
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
<p class="hint">You can close this window and go back to where you came from.</p>
</main>
</body>
</html>
`.text;
}
