import * as z from 'zod/mini';

/**
 * A string with known values that also accepts unknown ones: clients show unknown values and never
 * reject them (decisions.md, first paragraph).
 */
export function openEnum<const Values extends readonly [string, ...string[]]>(known: Values) {
  return z.string().register(z.globalRegistry, {
    description: `Known values: ${known.join(', ')}`,
  }) as unknown as z.ZodMiniType<Values[number] | (string & {}), Values[number] | (string & {})>;
}
