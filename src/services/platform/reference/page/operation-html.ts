import { type Html, html } from '#services/platform/http/html.ts';
import { renderMarkdown } from './markdown.ts';
import { bodyOf, type Operation, type Parameter } from './openapi.ts';
import { curlSample, exampleBody, javascriptSample, type Request } from './request-samples.ts';
import { describeLimits, renderSchema, renderType } from './schema-html.ts';

/** An operation: what it does at the left, its example and the form that sends it at the right. */
export function renderOperation(request: Request, path: string): Html {
  const { operation, method } = request;
  const { operationId: id, summary, description } = operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="text">
<h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
<p class="address"><span class="method" data-method="${method}">${method}</span> <code>${path}</code></p>
${renderMarkdown(description)}
${renderParameters(operation)}
${renderBody(operation)}
${renderResponses(operation)}
</div>
<div class="example">
${renderSamples(id, [
  ['curl', curlSample(request)],
  ['JavaScript', javascriptSample(request)],
])}
<form class="try" hidden data-request="${JSON.stringify(tryable(request))}" aria-label="Try ${summary}"></form>
</div>
</section>
`;
}

/** A request that the service sends, which can't be tried. */
export function renderWebhook(operation: Operation): Html {
  const { operationId: id, summary, description } = operation;
  const body = bodyOf(operation.requestBody?.content);
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="text">
<h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
<p class="address"><span class="method" data-method="POST">POST</span> your URL</p>
${renderMarkdown(description)}
${renderParameters(operation)}
${renderBody(operation)}
${renderResponses(operation)}
</div>
<div class="example">
${renderSamples(id, [['Body', JSON.stringify(body?.example, null, 2)]])}
</div>
</section>
`;
}

/** Code in one or more languages, of which the page shows one. */
function renderSamples(
  id: string,
  samples: readonly (readonly [label: string, code: string])[],
): Html {
  return html`<div class="samples">${samples.map(
    ([label, code]) => html`<figure data-language="${label}">
<figcaption>${label}</figcaption>
<pre tabindex="0" role="region" aria-label="${label}, ${id}">${code}</pre>
</figure>`,
  )}</div>`;
}

/** What the script needs to build the form and to send the request. */
function tryable(request: Request): object {
  const { operation, method, url } = request;
  const body = bodyOf(operation.requestBody?.content);
  return {
    method,
    url,
    parameters: operation.parameters.map(({ name, in: location, required, example, schema }) => ({
      name,
      in: location,
      required: required === true,
      example: example === undefined ? '' : String(example),
      values: schema.enum ?? [],
    })),
    security: Object.keys(operation.security[0] ?? {}),
    ...(body ? { mediaType: body.mediaType, body: exampleBody(request) ?? '' } : {}),
  };
}

const LOCATIONS = { path: 'Path', query: 'Query', header: 'Headers' } as const;

function renderParameters({ parameters }: Operation): Html {
  return html`${Object.entries(LOCATIONS).map(([location, title]) => {
    const found = parameters.filter((parameter) => parameter.in === location);
    if (found.length === 0) return html``;
    return html`<h4>${title}</h4><dl class="fields">${found.map(renderParameter)}</dl>`;
  })}`;
}

function renderParameter({ name, required, deprecated, description, schema }: Parameter): Html {
  const limits = describeLimits(schema);
  return html`<div><dt><code>${name}</code> <span class="type">${renderType(schema)}</span>${
    required ? html` <span class="required">required</span>` : undefined
  }${deprecated ? html` <span class="limit">deprecated</span>` : undefined}${
    limits ? html` <span class="limit">${limits}</span>` : undefined
  }</dt><dd>${renderMarkdown(description)}</dd></div>`;
}

function renderBody({ requestBody }: Operation): Html {
  const body = bodyOf(requestBody?.content);
  if (!body) return html``;
  return html`<h4>Body <code>${body.mediaType}</code></h4>${renderSchema(body.schema)}`;
}

function renderResponses({ responses }: Operation): Html {
  return html`<h4>Responses</h4><dl class="responses">${Object.entries(responses).map(
    ([status, { description, content }]) => {
      const body = bodyOf(content);
      const isSuccess = /^[23]/.test(status);
      return html`<div><dt data-success="${String(isSuccess)}">${status}</dt><dd>${renderMarkdown(description)}${
        body && isSuccess
          ? html`<details><summary>Body <code>${body.mediaType}</code></summary>${renderSchema(body.schema)}</details>`
          : body
            ? html`<p class="type">${renderType(body.schema)}</p>`
            : undefined
      }</dd></div>`;
    },
  )}</dl>`;
}
