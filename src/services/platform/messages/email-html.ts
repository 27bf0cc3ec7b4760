import { type Html, html } from '#services/platform/http/html.ts';

/** A paragraph of a plain text that becomes a button in HTML. */
export function emailLink(label: string, url: string): string {
  return `${label}:\n${url}`;
}

/** A label and an http or https address, each on its own line. */
const LINK = /^(.+):\n(https?:\/\/\S+)$/;
const CODE = /^(\d{6})\b([\s\S]*)$/;

const FONT = "font-family:'Segoe UI',Helvetica,Arial,sans-serif";
const TEXT = `margin:0 0 16px;${FONT};font-size:15px;line-height:24px;color:#1b1916`;

/**
 * The HTML of an email, from its plain text: paragraphs, links (see `emailLink`) and a code at the
 * beginning. Layout by tables and inline styles, because Outlook renders like Word; nothing is loaded
 * from anywhere. The style sheet is only for dark mode.
 */
export function renderEmail({ subject, text }: { subject: string; text: string }): string {
  const content = text.split('\n\n').map(renderParagraph);
  return html`<!doctype html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #131210 !important; }
  .card { background-color: #1a1917 !important; border-color: #2b2926 !important; }
  .text, .title { color: #f3f0eb !important; }
  .small { color: #968f84 !important; }
  .brand, .address { color: #56c7aa !important; }
  .button { background-color: #56c7aa !important; border-color: #56c7aa !important; }
  .label { color: #06231c !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#faf9f6">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#faf9f6" style="background-color:#faf9f6">
<tr><td align="center" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="brand" align="left" style="padding:0 8px 16px;${FONT};font-size:15px;line-height:20px;font-weight:600;color:#0b6e5b">Patron</td></tr>
<tr><td class="card" align="left" bgcolor="#ffffff" style="padding:32px 32px 16px;background-color:#ffffff;border:1px solid #e7e3db;border-radius:10px">
<h1 class="title" style="margin:0 0 16px;${FONT};font-size:20px;line-height:28px;font-weight:600;color:#1b1916">${subject}</h1>
${content}
</td></tr>
<tr><td class="small" align="left" style="padding:16px 8px;${FONT};font-size:12px;line-height:18px;color:#716a5e">Patron sends you this because of your account. Replies to this address aren't read.</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`.text;
}

function renderParagraph(paragraph: string): Html {
  const [, label, url] = LINK.exec(paragraph) ?? [];
  if (label !== undefined && url !== undefined) return renderLink(label, url);
  const [, code, rest = ''] = CODE.exec(paragraph) ?? [];
  if (code !== undefined) {
    return html`<p class="text" style="${TEXT}"><strong style="font-size:22px;letter-spacing:2px">${code}</strong>${rest}</p>
`;
  }
  const lines = paragraph
    .split('\n')
    .map((line, n) => (n === 0 ? html`${line}` : html`<br>${line}`));
  return html`<p class="text" style="${TEXT}">${lines}</p>
`;
}

/** A table cell is the button, because Outlook ignores the padding of links. */
function renderLink(label: string, url: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px">
<tr><td class="button" align="center" bgcolor="#0b6e5b" style="background-color:#0b6e5b;border:1px solid #0b6e5b;border-radius:8px">
<a class="label" href="${url}" style="display:inline-block;padding:10px 20px;${FONT};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a>
</td></tr>
</table>
<p class="small" style="margin:0 0 20px;${FONT};font-size:12px;line-height:18px;color:#716a5e;word-break:break-all">Or open <a class="address" href="${url}" style="color:#0b6e5b">${url}</a></p>
`;
}
