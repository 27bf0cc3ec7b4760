import * as z from 'zod/mini';
import { ID_MAX_LENGTH, isStorable, text } from '#contract/text.ts';
import { decimal, listOf, listText } from './filter-values.ts';

// Filters by custom attributes (decisions.md, 61): `attribute.<key>` has any of some exact values,
// `attribute_not.<key>` none of them; `attribute_min.<key>` and `attribute_max.<key>` are bounds of a number.

/** What a request can ask for: each of them is a lookup, and each value of them another one. */
export const ATTRIBUTE_CONDITIONS_MAX = 10;
export const ATTRIBUTE_VALUES_MAX = 200;
/** Values of one attribute of a member that filters find; a list may have more. */
export const ATTRIBUTE_VALUES_OF_MEMBER_MAX = 500;

export type AttributeFilterName = `attribute${'' | '_not' | '_min' | '_max'}.${string}`;

export interface AttributeFilter {
  key: string;
  /** Any of these. */
  values: string[];
  /** None of these. */
  not: string[];
  min: number | undefined;
  max: number | undefined;
}

const NAME = /^attribute(?:_(not|min|max))?\.(.*)$/s;

export function isAttributeFilter(name: string): name is AttributeFilterName {
  return NAME.test(name);
}

/** The filters by custom attributes; each key once. */
export function attributeFilters(filter: object): AttributeFilter[] {
  const byKey = new Map<string, AttributeFilter>();
  for (const [name, value] of Object.entries(filter)) {
    const [, kind, key = ''] = NAME.exec(name) ?? [];
    if (key === '' || value === undefined) continue;
    const known = byKey.get(key) ?? { key, values: [], not: [], min: undefined, max: undefined };
    if (kind === 'min' || kind === 'max') known[kind] = Number(value);
    else if (Array.isArray(value)) known[kind === 'not' ? 'not' : 'values'] = value as string[];
    byKey.set(key, known);
  }
  return [...byKey.values()];
}

/** How many conditions the filters of a key are: values, excluded values and bounds count as one each. */
function countConditions({ values, not, min, max }: AttributeFilter): number {
  const hasBounds = min !== undefined || max !== undefined;
  return [values.length > 0, not.length > 0, hasBounds].filter(Boolean).length;
}

const countValues = ({ values, not }: AttributeFilter) => values.length + not.length;

/** Why filters are more than a request can ask for. */
export function findAttributeExcess(filter: object): string | undefined {
  const all = attributeFilters(filter);
  const sumOf = (count: (each: AttributeFilter) => number) =>
    all.reduce((sum, each) => sum + count(each), 0);
  if (sumOf(countConditions) > ATTRIBUTE_CONDITIONS_MAX) {
    return `At most ${ATTRIBUTE_CONDITIONS_MAX} filters by attributes`;
  }
  return sumOf(countValues) > ATTRIBUTE_VALUES_MAX
    ? `At most ${ATTRIBUTE_VALUES_MAX} values in all filters by attributes together`
    : undefined;
}

export const attributeValue = z.union([listText, z.number()]);

export function readAttributeFilter(
  name: AttributeFilterName,
  given: z.output<typeof attributeValue>,
): { error: string } | { value: string[] | number; error?: undefined } {
  const [, kind, key = ''] = NAME.exec(name) ?? [];
  if (key === '' || key.length > ID_MAX_LENGTH || !isStorable(key)) {
    return { error: 'Must name an attribute such as attribute.color' };
  }
  const parsed =
    kind === 'min' || kind === 'max'
      ? z.safeParse(decimal, given)
      : z.safeParse(listOf(text(ID_MAX_LENGTH)), typeof given === 'number' ? String(given) : given);
  return parsed.success
    ? { value: parsed.data }
    : { error: parsed.error.issues[0]?.message ?? 'Is invalid' };
}
