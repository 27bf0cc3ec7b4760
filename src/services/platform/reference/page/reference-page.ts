import { type Html, html } from '#services/platform/http/html.ts';
import { renderMarkdown } from './markdown.ts';
import type { OpenApiDocument, Operation } from './openapi.ts';
import { renderOperation, renderWebhook } from './operation-html.ts';
import { renderSchema } from './schema-html.ts';

export interface ReferencePage {
  /** The name of this API. */
  readonly name: string;
  readonly document: OpenApiDocument;
  /** All APIs, in the order of the menu. */
  readonly apis: readonly { readonly name: string; readonly title: string }[];
  /** The OAuth client that signs users in; undefined if the APIs have no sign-in here. */
  readonly clientId: string | undefined;
  readonly scopes: readonly string[];
  /** Where the page's files are. */
  readonly assets: string;
}

/** The reference of an API: complete without its script, which only sends requests. */
export function renderReferencePage(page: ReferencePage): string {
  const { document, assets, name } = page;
  const { title, version, description } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Patron API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${assets}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets}/reference.css">
<script src="${assets}/reference.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/">Patron</a>
<nav aria-label="APIs">${page.apis.map(
    (api) =>
      html`<a href="/docs/${api.name}"${api.name === name ? html` aria-current="page"` : undefined}>${api.title}</a>`,
  )}</nav>
</header>
${renderNavigation(document)}
<main id="content">
<section class="operation introduction" aria-labelledby="title">
<div class="text">
<h1 id="title" tabindex="-1">${title} <span class="version">version ${version}</span></h1>
${renderMarkdown(description)}
<p class="address"><span class="label">Base URL</span> <code>${document.servers[0]?.url}</code></p>
<p><a href="/docs/${name}.json">OpenAPI document</a></p>
</div>
${renderAuthorization(page)}
</section>
${document.tags.map((tag) => renderTag(document, tag))}
<section class="schemas" aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([schemaName, schema]) => html`<details id="schema-${schemaName}"><summary>${schemaName}</summary>
${renderMarkdown(schema.description as string | undefined)}${renderSchema(schema)}</details>
`,
)}
</section>
</main>
</body>
</html>
`.text;
}

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

function operationsOf(document: OpenApiDocument, tag: string): Listed[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

const webhooksOf = ({ webhooks = {} }: OpenApiDocument, tag: string) =>
  Object.values(webhooks)
    .map(({ post }) => post)
    .filter(({ tags }) => tags.includes(tag));

const anchor = (tag: string) => `tag-${tag.toLowerCase().replaceAll(/\W+/g, '-')}`;

function renderNavigation(document: OpenApiDocument): Html {
  return html`<nav class="operations" aria-label="Operations">
<label class="find" hidden>Find an operation <input type="search" id="find" autocomplete="off"></label>
${document.tags.map(
  ({ name }) => html`<details open>
<summary>${name}</summary>
<ul>${operationsOf(document, name).map(
    ({ method, operation }) =>
      html`<li><a href="#${operation.operationId}"><span class="method" data-method="${method}">${method}</span> ${operation.summary}</a></li>`,
  )}${webhooksOf(document, name).map(
    ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
  )}</ul>
</details>
`,
)}<p><a href="#schemas">Schemas</a></p>
</nav>`;
}

function renderTag(
  document: OpenApiDocument,
  { name, description }: { name: string; description: string },
): Html {
  const { servers, components } = document;
  return html`<section aria-labelledby="${anchor(name)}">
<div class="group"><h2 id="${anchor(name)}">${name}</h2>
${renderMarkdown(description)}</div>
${operationsOf(document, name).map(({ method, path, operation }) =>
  renderOperation(
    {
      method,
      url: `${servers[0]?.url}${path}`,
      operation,
      schemes: components.securitySchemes,
    },
    path,
  ),
)}${webhooksOf(document, name).map(renderWebhook)}</section>
`;
}

/** The credentials that "Try it" sends. They stay in the page's memory. */
function renderAuthorization({ document, clientId, scopes }: ReferencePage): Html {
  const schemes = Object.entries(document.components.securitySchemes);
  return html`<form class="example authorization" hidden aria-labelledby="authorization" data-settings="${JSON.stringify(
    { clientId, scopes, schemes: document.components.securitySchemes },
  )}">
<h2 id="authorization">Authorize</h2>
${schemes.map(([name, { type, description }]) =>
  type === 'oauth2'
    ? html`<div class="scheme"><p>Sign in to try operations with your own account.</p>
<button type="button" class="button" data-scheme="${name}"${clientId === undefined ? html` disabled` : undefined}>Sign in</button> <span role="status"></span></div>`
    : html`<label class="scheme">${document.components.securitySchemes[name]?.name ?? name}
<input name="${name}" autocomplete="off" spellcheck="false"><span class="hint">${renderMarkdown(description)}</span></label>`,
)}
</form>`;
}
