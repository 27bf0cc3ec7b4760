import type { Switches } from './switches.ts';

type Json = Record<string, unknown>;

/** Values for which the specification only has "seen" or "not shown". */
const NEW_VALUES: Json = {
  status: 'in_review',
  type: 'quantum',
  account_type: 'quantum',
  channel: 'carrier_pigeon',
  capabilities: ['levitate'],
  member_status: 'hibernating',
  email_subscription_status: 'maybe',
  gender: 'x-other',
  preferred_language: 'tlh',
  activity_benefit_type: 'hugs',
  approval_method: 'by_vote',
  address: { line1: '1 Quay', line2: null, planet: 'Earth' },
  points_config: { points_computation_type: 'dice', sides: 20 },
  rules_config: [
    {
      rule_type: 'Moon Phase',
      rule_name: 'Full moon',
      is_active: true,
      conditions_matching_policy: 'match_most',
      conditions: [{ operator: 'Resembles', attribute: 'mood', value: { nested: [1] } }],
      rule_value: { of: 'another kind' },
    },
  ],
  custom_attributes: { nested: { deep: [1, null] }, flag: true, none: null },
};

/** The fields of a resource, without its id and type, as the switches ask for. */
export function shape(fields: Json, { values, dates }: Pick<Switches, 'values' | 'dates'>): Json {
  const shaped = Object.entries(fields).map(([name, value], index): [string, unknown] => [
    name,
    isDate(value) ? dateIn(dates, value, index) : value,
  ]);
  if (values === 'absent') return {};
  if (values === 'documented') return Object.fromEntries(shaped);
  if (values === 'unknown') {
    return {
      ...Object.fromEntries(shaped.map(([name, value]) => [name, NEW_VALUES[name] ?? value])),
      new_since_last_year: { a: [1, { b: 2 }] },
    };
  }
  const change = { null: () => null, empty: emptied, mistyped }[values];
  return Object.fromEntries(shaped.map(([name, value]) => [name, change(value)]));
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object' && value !== null) return {};
  return { string: '', number: 0, boolean: false }[typeof value as string] ?? null;
}

function mistyped(value: unknown): unknown {
  if (Array.isArray(value)) return 'one,two';
  if (typeof value === 'object' && value !== null) return ['unlike', 'the', 'table'];
  return { string: 8128, number: '8128', boolean: 'yes' }[typeof value as string] ?? true;
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
}

/** @param index of the field, which decides about the format of mixed dates */
function dateIn(dates: Switches['dates'], iso: string, index: number): string {
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
  const time = iso.slice(11, 19);
  const formats = [
    `${month}/${day}/${year}`,
    `${month}/${day}/${year} ${time}`,
    `${year}-${month}-${day}T${time}+02:00`,
    `${year}-${month}-${day} ${time}.123456`,
    `${year}-${month}-${day}`,
  ];
  const mixed = formats[index % formats.length] ?? iso;
  return { documented: iso, mixed, nonsense: 'a while ago' }[dates];
}

/** An id of the kind that the switches ask for. */
export function idOf(kind: string, index: number, { ids }: Pick<Switches, 'ids'>): string {
  return {
    integers: String(index),
    dots: `${kind}.${index}.v2`,
    slashes: `${kind}/${index}`,
    letters: `${kind}-é ${index}%+?&#`,
    long: `9007199254740993${String(index).padStart(3, '0')}`,
  }[ids];
}

/** A relationship as the switches ask for; undefined to leave it out. */
export function relationship(
  data: unknown,
  meta: Json,
  { relationships }: Pick<Switches, 'relationships'>,
): Json | undefined {
  return {
    linked: { data, meta },
    absent: undefined,
    empty: {},
    null: { data: null },
  }[relationships];
}
