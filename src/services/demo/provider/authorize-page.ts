import { type Html, html } from '#services/platform/http/html.ts';
import type { DemoIdentity } from './demo-identities.ts';

interface AuthorizePage {
  /** The network's name, as the person knows it. */
  label: string;
  identities: readonly DemoIdentity[];
}

/**
 * The network's own page: whom to connect, and whether at all. The form goes to the page's own address,
 * so that the application's request comes with it.
 */
export function renderAuthorizePage({ label, identities }: AuthorizePage): string {
  return frame(
    `Connect to Patron · ${label}`,
    html`<p class="network">${label} <span>demo network</span></p>
<h1>Let Patron in?</h1>
<p>Patron asks to read the profile and the posts of one of your accounts.</p>
<form method="post">
<fieldset>
<legend>Account</legend>
${identities.map(toChoice)}
</fieldset>
<label class="switch"><input type="checkbox" name="cut" value="1"> Cuts the opener
<small>Answer as a network does whose opener policy parts this window from the one that opened it.</small></label>
<div class="buttons">
<button class="primary" name="decision" value="authorize">Authorize</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>`,
  );
}

function toChoice({ id, name, username }: DemoIdentity, index: number): Html {
  const checked = index === 0 ? html` checked` : undefined;
  return html`<label><input type="radio" name="identity" value="${id}"${checked}> ${name} <small>${username}</small></label>
`;
}

/** Tells why an application's request can't be answered, where there is nobody safe to redirect to. */
export function renderProblemPage(problem: string): string {
  return frame('Request not valid', html`<h1>This request is not valid</h1><p>${problem}</p>`);
}

function frame(title: string, content: Html): string {
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
