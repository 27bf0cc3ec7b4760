import { JSON_MAX_DEPTH } from '#services/platform/json-depth.ts';
import type { JsonSchema } from './fuzz/fuzz-document.ts';

/** Bodies that are as costly as a size allows, by what makes them costly. */
export function costlyBodies(schema: JsonSchema | undefined, maxBytes: number) {
  return {
    largest: schema ? largestJson(schema, maxBytes) : '{}',
    deepest: repeated(nested(JSON_MAX_DEPTH - 1), maxBytes),
    'deepest objects': repeated(nestedObjects(JSON_MAX_DEPTH - 1), maxBytes),
    'too deep': nested(maxBytes / 2),
    members: `{${Array.from({ length: maxBytes / 14 }, (_, index) => `"k${index}":1`).join()}}`,
    numbers: repeated('1', maxBytes),
    'too large': `"${'x'.repeat(maxBytes)}"`,
  };
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** A list of the items, as many as fit. */
function repeated(item: string, maxBytes: number): string {
  const count = Math.max(1, Math.floor((maxBytes - 2) / (item.length + 1)));
  return `[${Array(count).fill(item).join()}]`;
}

/** JSON of the schema whose strings and lists are as long as allowed, within a size. */
function largestJson(schema: JsonSchema, maxBytes: number): string {
  let left = maxBytes - 1024;
  const write = (part: JsonSchema): unknown => {
    const { maxLength = 0, maxItems = 0 } = part as { maxLength?: number; maxItems?: number };
    const alternative = (part.anyOf ?? part.oneOf ?? part.allOf)?.[0];
    if (alternative) return write(alternative);
    if (part.const !== undefined) return part.const;
    if (part.enum) return part.enum[0];
    if (part.properties) {
      const members = Object.entries(part.properties);
      return Object.fromEntries(members.map(([name, member]) => [name, write(member)]));
    }
    if (part.items) {
      const list: unknown[] = [];
      while (left > 0 && list.length < maxItems) list.push(write(part.items));
      return list;
    }
    if (part.type === 'string') {
      const text = 'x'.repeat(Math.max(0, Math.min(maxLength, left)));
      left -= text.length + 8;
      return text;
    }
    return part.type === 'boolean' ? true : part.type === 'object' ? {} : 1;
  };
  return JSON.stringify(write(schema));
}
