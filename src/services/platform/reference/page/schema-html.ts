import { type Html, html } from '#services/platform/http/html.ts';
import { renderMarkdown } from './markdown.ts';
import type { JsonSchema } from './openapi.ts';

const REFERENCE = '#/components/schemas/';

/** The type of a value in words: "string", "array of Member", with links to named schemas. */
export function renderType(schema: JsonSchema): Html {
  const { $ref: reference, anyOf, oneOf, type, items, enum: values, const: only, format } = schema;
  if (typeof reference === 'string') {
    const name = reference.slice(REFERENCE.length);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const alternatives = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (alternatives) return joinTypes(alternatives.map(renderType));
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (Array.isArray(values)) {
    return joinTypes(values.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  }
  if (type === 'array') return html`array of ${items ? renderType(items as JsonSchema) : 'any'}`;
  if (Array.isArray(type)) return html`${type.join(' or ')}`;
  return html`${String(type ?? 'any')}${format ? html` <span class="limit">${String(format)}</span>` : undefined}`;
}

function joinTypes(types: readonly Html[]): Html {
  return html`${types.map((type, index) => html`${index === 0 ? '' : ' or '}${type}`)}`;
}

/** The limits of a value: "1 to 1000, default 100". */
export function describeLimits(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern, default: initial } = schema;
  return [
    rangeOf(minimum, maximum, ''),
    rangeOf(minLength, maxLength, ' characters'),
    rangeOf(undefined, maxItems, ' items'),
    pattern === undefined ? '' : `matches ${pattern}`,
    initial === undefined ? '' : `default ${JSON.stringify(initial)}`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function rangeOf(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return `at least ${least}${unit}`;
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
}

/** The fields of an object, with those of objects in it; the type alone of other values. */
export function renderSchema(schema: JsonSchema): Html {
  const fields = fieldsOf(schema);
  if (!fields) return html`<p class="type">${renderType(schema)}</p>`;
  const required = new Set((fields.required as string[] | undefined) ?? []);
  const properties = Object.entries((fields.properties ?? {}) as Record<string, JsonSchema>);
  return html`<dl class="fields">${properties.map(([name, property]) =>
    renderField(name, property, required.has(name)),
  )}</dl>`;
}

function renderField(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const nested = fieldsOf(schema);
  const limits = describeLimits(schema);
  return html`<div><dt><code>${name}</code> <span class="type">${nested ? nestedType(schema) : renderType(schema)}</span>${
    isRequired ? html` <span class="required">required</span>` : undefined
  }${limits ? html` <span class="limit">${limits}</span>` : undefined}</dt><dd>${renderMarkdown(
    schema.description as string | undefined,
  )}${
    nested
      ? html`<details><summary>Fields of ${name}</summary>${renderSchema(nested)}</details>`
      : undefined
  }</dd></div>`;
}

const nestedType = (schema: JsonSchema) => (schema.type === 'array' ? 'array of object' : 'object');

/** The schema that describes the fields of a value: of an object, or of the objects of a list. */
function fieldsOf(schema: JsonSchema): JsonSchema | undefined {
  const { properties, items, anyOf } = schema;
  if (properties) return schema;
  if (items) return fieldsOf(items as JsonSchema);
  const alternatives = (anyOf as JsonSchema[] | undefined)?.filter(({ type }) => type !== 'null');
  return alternatives?.length === 1 && alternatives[0] ? fieldsOf(alternatives[0]) : undefined;
}
