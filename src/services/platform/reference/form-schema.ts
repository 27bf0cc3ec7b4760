import type { JsonSchema } from './json-schema.ts';

interface ObjectSchema extends JsonSchema {
  properties: Record<string, JsonSchema>;
  required?: string[];
}

/**
 * One object for the alternatives of a form, because generators of clients read the fields of a form from its
 * properties. The descriptions of fields say which alternative they belong to.
 */
export function describeForm(schema: JsonSchema): JsonSchema {
  const alternatives = schema.oneOf as ObjectSchema[] | undefined;
  if (alternatives === undefined) return schema;
  const properties: Record<string, JsonSchema> = {};
  for (const name of new Set(alternatives.flatMap((one) => Object.keys(one.properties)))) {
    const having = alternatives.filter((one) => one.properties[name] !== undefined);
    const [first = {}] = having.map((one) => one.properties[name]);
    const values = having.map((one) => one.properties[name]?.const);
    if (first.const !== undefined) {
      properties[name] = { type: 'string', enum: values };
    } else if (having.length === alternatives.length) {
      properties[name] = first;
    } else {
      properties[name] = { ...first, description: describeUse(name, having) };
    }
  }
  const required = Object.keys(properties).filter((name) =>
    alternatives.every((one) => one.required?.includes(name)),
  );
  return { type: 'object', properties, required };
}

function describeUse(name: string, alternatives: readonly ObjectSchema[]): string {
  const isRequired = alternatives.every(({ required }) => required?.includes(name));
  const uses = alternatives.flatMap(({ properties }) =>
    Object.entries(properties)
      .filter(([, { const: value }]) => value !== undefined)
      .map(([field, { const: value }]) => `\`${field}\` is \`${value}\``),
  );
  return `${isRequired ? 'Required' : 'Optional'} if ${uses.join(' or ')}.`;
}
