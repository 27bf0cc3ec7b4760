import { type Html, html } from '#services/platform/http/html.ts';

const SPANS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\((https?:[^)\s]+)\)/g;

/** The CommonMark that descriptions use: paragraphs, code, strong, emphasis and links. */
export function renderMarkdown(text = ''): Html {
  const paragraphs = text.split(/\n\n+/).filter((paragraph) => paragraph !== '');
  return html`${paragraphs.map((paragraph) => html`<p>${renderSpans(paragraph)}</p>`)}`;
}

function renderSpans(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(SPANS)) {
    const [whole, code, strong, emphasis, label, url] = match;
    parts.push(html`${text.slice(end, match.index)}`);
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(html`<strong>${renderSpans(strong)}</strong>`);
    else if (emphasis !== undefined) parts.push(html`<em>${emphasis}</em>`);
    else parts.push(html`<a href="${url}">${label}</a>`);
    end = match.index + whole.length;
  }
  return html`${[...parts, html`${text.slice(end)}`]}`;
}
