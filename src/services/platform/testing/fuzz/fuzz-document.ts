import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { fuzzJson, fuzzText } from './fuzz-values.ts';

/** The parts of JSON Schema used here; other keywords only limit values that may be invalid anyway. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  pattern?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

export function inputSchemaOf(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

/** Values that a service is likely to accept, by member or parameter name. */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

/** JSON text of the schema's shape, in which any part may be malformed instead. */
export function fuzzDocument(schema: JsonSchema, samples: Samples = {}): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: plausibleJson(schema, samples) },
    { weight: 1, arbitrary: fuzzJson },
  );
}

function plausibleJson(schema: JsonSchema, samples: Samples): fc.Arbitrary<string> {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((each) => plausibleJson(each, samples)));
  if (schema.allOf?.[0]) return plausibleJson(schema.allOf[0], samples);
  if (schema.properties) return plausibleObject(schema, samples);
  if (schema.items) {
    const list = fc.array(fuzzDocument(schema.items, samples), { maxLength: 4 });
    return list.map((items) => `[${items.join(',')}]`);
  }
  return plausibleScalar(schema).map((value) => JSON.stringify(value) ?? 'null');
}

function plausibleObject(
  { properties = {}, required = [] }: JsonSchema,
  samples: Samples,
): fc.Arbitrary<string> {
  const members = Object.entries(properties).map(([name, schema]) => {
    const value = withSamples(
      fuzzDocument(schema, samples),
      schema.const === undefined ? samples[name]?.map((sample) => JSON.stringify(sample)) : [],
    );
    const member = value.map((json) => `${JSON.stringify(name)}:${json}`);
    const weight = required.includes(name) ? 25 : samples[name] ? 5 : 1;
    return fc.oneof({ weight, arbitrary: member }, { weight: 1, arbitrary: fc.constant('') });
  });
  const unknownMember = fc
    .tuple(fuzzText, fuzzJson)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const unknownMembers = fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: unknownMember },
  );
  return fc
    .tuple(...members, unknownMembers)
    .map((all) => `{${all.filter((member) => member !== '').join(',')}}`);
}

/** Mostly the samples, if there are any. */
export function withSamples(
  others: fc.Arbitrary<string>,
  samples: readonly string[] = [],
): fc.Arbitrary<string> {
  if (samples.length === 0) return others;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...samples) }, others);
}

/** A value that is valid or almost valid for the schema. */
export function plausibleScalar(schema: JsonSchema): fc.Arbitrary<unknown> {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map(plausibleScalar));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.examples) return fc.constantFrom(...schema.examples);
  switch (schema.type) {
    case 'string':
      return plausibleText(schema.pattern);
    case 'integer':
    case 'number':
      return fc.oneof(fc.nat(200), fc.integer());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

/** fast-check can't generate strings for patterns with lookaround. */
const LOOKAROUND = /\(\?<?[=!]/;

function plausibleText(pattern: string | undefined): fc.Arbitrary<string> {
  return pattern === undefined || LOOKAROUND.test(pattern)
    ? fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.emailAddress(),
        fc.webUrl(),
        fc.domain(),
        fc.constantFrom('+15551234567', '01/31/1990', '{}', 'name,-created_at', '123456'),
      )
    : fc.stringMatching(new RegExp(pattern));
}
