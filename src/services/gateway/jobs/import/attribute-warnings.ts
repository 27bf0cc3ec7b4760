import type { AttributeKind, DirectoryAttribute } from '#contract/gateway/directory-values.ts';
import type { Job } from '#contract/gateway/job.ts';
import { ATTRIBUTE_PREFIX } from '#contract/gateway/member-csv.ts';
import { findSimilarAttribute } from '#contract/gateway/similar-attribute.ts';
import { parseAttribute } from '#services/gateway/jobs/csv-cells.ts';
import { fileRow, type RowCells } from './import-rows.ts';

type Warning = NonNullable<Job['summary']['warnings']>[number];

/** Rows that a warning names. */
const ROWS_MAX = 5;

const KIND_LABELS: Readonly<Record<AttributeKind, string>> = {
  text: 'text',
  number: 'a number',
  list: 'a list',
};

/**
 * Adds what is unusual about the attributes of rows that will be imported: a value of another kind than most
 * members have, or a new name like that of an attribute in use.
 */
export function addWarnings(
  warnings: readonly Warning[],
  rows: readonly { position: number; values: RowCells }[],
  attributes: readonly DirectoryAttribute[],
): Warning[] {
  const byColumn = new Map(warnings.map((warning) => [warning.column, warning]));
  const findReason = createFindReason(attributes);
  for (const { position, values } of rows) {
    for (const [column, text] of values) {
      if (!column.startsWith(ATTRIBUTE_PREFIX)) continue;
      const reason = findReason(column.slice(ATTRIBUTE_PREFIX.length), text);
      if (reason === undefined) continue;
      const { count, rows: first } = byColumn.get(column) ?? { count: 0, rows: [] };
      byColumn.set(column, {
        column,
        reason,
        count: count + 1,
        rows: [...first, fileRow(position)].slice(0, ROWS_MAX),
      });
    }
  }
  return [...byColumn.values()];
}

function createFindReason(attributes: readonly DirectoryAttribute[]) {
  const inUse = new Map(attributes.map((attribute) => [attribute.key, attribute]));
  const similar = new Map<string, string | undefined>();
  return (key: string, text: string): string | undefined => {
    const known = inUse.get(key);
    if (known) {
      if (kindOf(text) === known.kind) return undefined;
      return `Most members have ${KIND_LABELS[known.kind as AttributeKind] ?? known.kind} here.`;
    }
    if (!similar.has(key)) similar.set(key, findSimilarAttribute(key, [...inUse.keys()]));
    const meant = similar.get(key);
    return meant && `No member has this attribute yet. Did you mean ${meant}?`;
  };
}

function kindOf(text: string): AttributeKind {
  const value = parseAttribute(text);
  if (Array.isArray(value)) return 'list';
  return typeof value === 'number' ? 'number' : 'text';
}
