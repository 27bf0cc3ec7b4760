import type { Job } from '#contract/gateway/job.ts';
import { ATTRIBUTE_PREFIX, isOwnExport } from '#contract/gateway/member-csv.ts';
import { listAttributes } from '#services/gateway/directory/facets/directory-values.ts';
import type { ImportLayout } from '#services/gateway/jobs/import/import-layout.ts';
import { type CheckedRow, fileRow } from '#services/gateway/jobs/import/import-rows.ts';

import type { Queries } from '#services/platform/database/database.ts';
import { createFindAttributeWarning } from './attribute-warnings.ts';
import { createFindOtherMember } from './other-members.ts';

type Warnings = NonNullable<Job['summary']['warnings']>;

/** Rows that a warning names. */
const ROWS_MAX = 5;

/**
 * Adds what is suspicious about the rows that will be imported. What is known of the program and its members is read
 * in each batch, because it can change.
 */
export async function addWarnings(
  db: Queries,
  { teamId, columns }: { teamId: number; columns: string[] | null },
  {
    layout,
    warnings,
    checked,
  }: { layout: ImportLayout; warnings: Warnings; checked: CheckedRow[] },
): Promise<Warnings> {
  const imported = checked.filter(({ outcome }) => outcome === 'create' || outcome === 'update');
  const hasAttributes = columns?.some((name) => name.startsWith(ATTRIBUTE_PREFIX)) ?? false;
  const attributeWarning = createFindAttributeWarning(
    hasAttributes ? await listAttributes(db, teamId) : [],
  );
  const findOther = await createFindOtherMember(db, teamId, imported);
  const asksForTags = layout.tags === undefined && !isOwnExport(layout.columns);
  const byKey = new Map(warnings.map((warning) => [keyOf(warning), warning]));
  for (const row of imported) {
    for (const [column, text] of row.cells) {
      if (!Object.hasOwn(row.before, column)) continue;
      const other = findOther(row, column);
      const reason = other
        ? OTHER_MEMBER[column]
        : column.startsWith(ATTRIBUTE_PREFIX)
          ? attributeWarning(column.slice(ATTRIBUTE_PREFIX.length), text)
          : valueWarning(column, text, { layout, asksForTags });
      if (reason === undefined) continue;
      const key = keyOf({ column, reason });
      const { count, rows, members } = byKey.get(key) ?? { count: 0, rows: [], members: [] };
      byKey.set(key, {
        column,
        reason,
        count: count + 1,
        rows: [...rows, fileRow(row.position)].slice(0, ROWS_MAX),
        ...(other ? { members: [...(members ?? []), other].slice(0, ROWS_MAX) } : {}),
      });
    }
  }
  return [...byKey.values()];
}

const keyOf = ({ column, reason }: { column: string; reason: string }) => `${column}\n${reason}`;

const OTHER_MEMBER: Readonly<Record<string, string>> = {
  email_address: 'Another member has this email address.',
  phone_number: 'Another member has this phone number.',
};

function valueWarning(
  column: string,
  text: string,
  { layout, asksForTags }: { layout: ImportLayout; asksForTags: boolean },
): string | undefined {
  if (column === 'member_tags' && asksForTags && text.includes(',')) {
    return 'A tag with a comma is one tag. Say so if commas separate tags.';
  }
  const { tiers, isOurs } = layout.program;
  if (column === 'current_tier_id' && !isOurs && !tiers.has(text)) {
    return 'No member has this tier yet. The loyalty service may not know it.';
  }
  return undefined;
}
