import * as z from 'zod/mini';

/**
 * A string whose known values are listed, and which still takes any other: clients show unknown
 * values and never refuse them (decisions.md, first paragraph).
 */
export function openEnum<const Values extends readonly [string, ...string[]]>(known: Values) {
  return z.string().register(z.globalRegistry, {
    description: `Known values: ${known.join(', ')}`,
  }) as unknown as z.ZodMiniType<Values[number] | (string & {}), Values[number] | (string & {})>;
}
