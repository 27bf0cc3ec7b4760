import * as z from 'zod/mini';
import { isoDay, joinList } from '#contract/gateway/filters/filter-values.ts';

// What links and saved views of 0.2.0 and before called the filters of members.

type Params = [string, string][];

/** Undefined if the text can't be read. */
const TRANSLATE: ReadonlyMap<string, (text: string) => Params | undefined> = new Map([
  ['tiers', (text) => (text === '' ? undefined : [['tier', joinList(text.split(','))]])],
  ['tags', translateTags],
  ['points', translatePoints],
  ['enrolled', (text) => translateDays('enrolled', text)],
  ['changed', (text) => translateDays('changed', text)],
  ['lastPurchase', (text) => translateDays('last_purchase', text)],
  ['firstPurchase', (text) => translateDays('first_purchase', text)],
]);

/** Reads `any:vip,newsletter`. */
function translateTags(text: string): Params | undefined {
  const [, mode, list = ''] = /^(any|all|none):(.*)$/s.exec(text) ?? [];
  if (mode === undefined || list === '') return undefined;
  return [[mode === 'any' ? 'tag' : `tag_${mode}`, joinList(list.split(','))]];
}

/** Reads `100..500`, `100..` or `..500`. */
function translatePoints(text: string): Params | undefined {
  const [, min = '', max = ''] = /^(\d{0,15})\.\.(\d{0,15})$/.exec(text) ?? [];
  const bounds: Params = [
    ['points_min', min],
    ['points_max', max],
  ];
  const set = bounds.filter(([, value]) => value !== '');
  return set.length > 0 ? set : undefined;
}

/** Reads `last:30`, `gte:2026-01-31` or `between:2026-01-01,2026-01-31`. */
function translateDays(field: string, text: string): Params | undefined {
  const [, operator, first = '', last = first] = /^(\w+):([^,]*)(?:,([^,]*))?$/.exec(text) ?? [];
  if (operator === 'last') return first === last ? [[`${field}_last`, first]] : undefined;
  const isRange = operator === 'between' ? first <= last : first === last;
  if (!isRange || ![first, last].every((day) => z.safeParse(isoDay, day).success)) return undefined;
  const [from, to] = [`${field}_from`, `${field}_to`];
  switch (operator) {
    case 'eq':
    case 'between':
      return [
        [from, first],
        [to, last],
      ];
    case 'gte':
      return [[from, first]];
    case 'gt':
      return [[from, addDays(first, 1)]];
    case 'lte':
      return [[to, first]];
    case 'lt':
      return [[to, addDays(first, -1)]];
    default:
      return undefined;
  }
}

function addDays(isoDay: string, days: number): string {
  const day = new Date(isoDay);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** The bound of a number by an attribute: `attribute.size_min=9`. */
const OLD_BOUND = /^attribute\.(.+)_(min|max)$/s;
const NUMBER = /^-?\d+(\.\d+)?$/;

function translateBound(param: string, text: string): Params {
  const [, key, bound] = OLD_BOUND.exec(param) ?? [];
  return [[bound !== undefined && NUMBER.test(text) ? `attribute_${bound}.${key}` : param, text]];
}

/** An exact value of today that could be such a bound gets a comma behind it. */
export function markExactValue(param: string, text: string): string {
  return OLD_BOUND.test(param) && NUMBER.test(text) ? `${text},` : text;
}

/** The parameters of a URL, those of before in the words of today; undefined if their text can't be read. */
export function translateParam(param: string, text: string): Params | undefined {
  const translate = TRANSLATE.get(param);
  return translate ? translate(text) : translateBound(param, text);
}
