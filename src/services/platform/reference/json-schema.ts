import * as z from 'zod/mini';
import type { SchemaDocumentation } from '#contract/reference/documentation.ts';
import { wireSchemas } from '#contract/wire-schemas.ts';

export type JsonSchema = Record<string, unknown>;

/** Converts zod schemas to JSON Schema, with references to the named ones. */
export interface SchemaConverter {
  /** @param direction whether clients send or receive the value */
  convert(schema: z.ZodMiniType, direction: 'input' | 'output'): JsonSchema;
  /** The named schemas that were referenced so far, for `components.schemas`. */
  components(): Record<string, JsonSchema>;
}

export function createSchemaConverter(
  named: Readonly<Record<string, SchemaDocumentation>>,
): SchemaConverter {
  const names = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(named)) names.add(schema, { id });
  const components: Record<string, JsonSchema> = {};

  function convert(schema: z.ZodMiniType, direction: 'input' | 'output'): JsonSchema {
    const { $schema, $defs, ...converted } = rewriteReferences(
      z.toJSONSchema(schema, {
        metadata: names,
        io: direction,
        unrepresentable: 'any',
        override: refine,
      }),
    );
    for (const [name, definition] of Object.entries(($defs ?? {}) as typeof components)) {
      if (components[name]) continue;
      const { description, describedAs, example } = named[name] as SchemaDocumentation;
      components[name] = {
        description,
        ...(describedAs ? convert(describedAs, direction) : definition),
        ...(example === undefined ? {} : { examples: [example] }),
      };
    }
    return converted;
  }

  return {
    convert,
    components: () =>
      Object.fromEntries(
        Object.keys(named).flatMap((name) => {
          const component = components[name];
          return component ? [[name, component]] : [];
        }),
      ),
  };
}

function rewriteReferences(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** Adds what a zod schema says outside of its types, and removes what says nothing. */
function refine({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: JsonSchema;
}): void {
  const wire = wireSchemas.get(zodSchema as unknown as z.ZodMiniType);
  if (wire) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, wire);
  }
  const { id: _id, ...metadata } = z.globalRegistry.get(zodSchema) ?? {};
  Object.assign(jsonSchema, metadata);
  const { def } = zodSchema._zod;
  if (def.type === 'default' && jsonSchema.default === undefined) {
    jsonSchema.default = def.defaultValue;
  }
  // The range of safe integers, which reference pages would take as example values.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minLength === 0) delete jsonSchema.minLength;
  const { additionalProperties: others } = jsonSchema;
  const allowsAny = typeof others === 'object' && Object.keys(others as object).length === 0;
  // Objects of the APIs may get more fields; only a map without fields says that its values are any.
  if (allowsAny && jsonSchema.properties !== undefined) delete jsonSchema.additionalProperties;
}
