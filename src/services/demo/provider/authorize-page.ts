import { type Html, html } from '#services/platform/http/html.ts';
import type { DemoIdentity } from './demo-identities.ts';

interface AuthorizePage {
  /** Display name of the network. */
  label: string;
  identities: readonly DemoIdentity[];
}

/**
 * The consent page of a network, with a choice of accounts. The form posts to the URL of the page, so
 * the parameters of the authorization request are kept.
 */
export function renderAuthorizePage({ label, identities }: AuthorizePage): string {
  return renderLayout(
    `Connect to Patron · ${label}`,
    html`<p class="network">${label} <span>demo network</span></p>
<h1>Authorize Patron?</h1>
<p>Patron requests access to the profile and posts of one of your accounts.</p>
<form method="post">
<fieldset>
<legend>Account</legend>
${identities.map(renderIdentityOption)}
</fieldset>
<label class="switch"><input type="checkbox" name="cut" value="1"> Isolate this window
<small>Like a network that separates its window from Patron (Cross-Origin-Opener-Policy).</small></label>
<div class="buttons">
<button class="primary" name="decision" value="authorize">Authorize</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>`,
  );
}

function renderIdentityOption({ id, name, username }: DemoIdentity, index: number): Html {
  const checked = index === 0 ? html` checked` : undefined;
  return html`<label><input type="radio" name="identity" value="${id}"${checked}> ${name} <small>${username}</small></label>
`;
}

/** Shows an error in the window, because there is no trusted URL to redirect to. */
export function renderErrorPage(message: string): string {
  return renderLayout('Invalid request', html`<h1>Invalid request</h1><p>${message}</p>`);
}

function renderLayout(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="/demo/provider/provider.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.text;
}
