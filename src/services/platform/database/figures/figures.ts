// Derived figures: tables that triggers keep, which a migration creates (docs/decisions/platform/derived-figures.md).

import type { Connection } from '#services/platform/database/migration/applied-migrations.ts';

export interface Figure {
  table: string;
  /** The table that is counted, and its numeric key. */
  rows: string;
  rowId: string;
  key: readonly string[];
  /** Other columns that follow from the key. */
  details?: readonly string[];
  sums: readonly string[];
}

const MEMBERS = { rows: 'loyalty_members', rowId: 'id', sums: ['total'] };

/** All columns of each table, in their order: the key, the details and the sums. */
export const FIGURES: readonly Figure[] = [
  { ...MEMBERS, table: 'loyalty_member_counters', key: ['program_id', 'status'] },
  { ...MEMBERS, table: 'loyalty_member_day_counters', key: ['program_id', 'status', 'day'] },
  {
    ...MEMBERS,
    table: 'loyalty_member_tag_counters',
    key: ['program_id', 'status', 'tags_digest'],
    details: ['tags'],
  },
  {
    table: 'loyalty_point_month_sums',
    rows: 'loyalty_point_transactions',
    rowId: 'id',
    key: ['program_id', 'month', 'part'],
    sums: ['earned', 'redeemed', 'expired', 'deducted', 'adjusted'],
  },
  {
    table: 'directory_counts',
    rows: 'directory_members',
    rowId: '"row"',
    key: ['team_id', 'cell'],
    details: ['facet', 'value', 'status', 'tier_id', 'tier_name', 'points_range'],
    sums: ['members', 'points'],
  },
  {
    table: 'loyalty_delivery_days',
    rows: 'loyalty_deliveries',
    rowId: 'id',
    key: ['target_id', 'day', 'state'],
    sums: ['total'],
  },
];

/** Lets a transaction write figures itself, and switches their triggers off. */
export const WRITE_FIGURES = "set local patron.figures = 'direct'";

/** Selects, as rows of the table, what has to be added to the figures that differ from their rows. */
export function selectDifferences({ table, key, details = [], sums }: Figure): string {
  const of = (side: string) => sums.map((sum) => `${side}.${sum}`).join(', ');
  const columns = [
    ...key,
    ...details.map((column) => `coalesce(expected.${column}, stored.${column}) as ${column}`),
    ...sums.map((sum) => `coalesce(expected.${sum}, 0) - coalesce(stored.${sum}, 0) as ${sum}`),
  ];
  return `select ${columns.join(', ')}
    from expected_${table}() as expected full join ${table} as stored using (${key.join(', ')})
    where row(${of('expected')}) is distinct from row(${of('stored')})`;
}

/**
 * Corrects figures that differ from their rows, in a transaction with `WRITE_FIGURES`. The difference is added, so
 * others may change the rows at the same time, but not correct figures.
 * @returns how many differed
 */
export async function addDifferences(connection: Connection, figure: Figure): Promise<number> {
  const { table, key, details = [], sums } = figure;
  const columns = [...key, ...details, ...sums].join(', ');
  const { rows } = await connection.query(`
    with differences as (${selectDifferences(figure)}),
    steps as (select array_agg(row(${columns})::${table}) as steps, count(*)::int as mended from differences)
    select mended from steps, lateral add_to_${table}(coalesce(steps, '{}'))`);
  return (rows as { mended: number }[])[0]?.mended ?? 0;
}
