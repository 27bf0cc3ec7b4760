import type { Job } from '#contract/gateway/job.ts';
import { ATTRIBUTE_PREFIX, isOwnExport } from '#contract/gateway/member-csv.ts';
import { listAttributes } from '#services/gateway/directory/facets/directory-values.ts';
import type { ImportLayout } from '#services/gateway/jobs/import/import-layout.ts';
import { type CheckedRow, fileRow, isImported } from '#services/gateway/jobs/import/import-rows.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { createFindAttributeWarning } from './attribute-warnings.ts';
import { CONTACT_NAMES, type SharedContact, type SharedContacts } from './shared-contacts.ts';

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
    shared,
  }: { layout: ImportLayout; warnings: Warnings; checked: CheckedRow[]; shared: SharedContacts },
): Promise<Warnings> {
  const hasAttributes = columns?.some((name) => name.startsWith(ATTRIBUTE_PREFIX)) ?? false;
  const attributeWarning = createFindAttributeWarning(
    hasAttributes ? await listAttributes(db, teamId) : [],
  );
  const asksForTags = layout.tags === undefined && !isOwnExport(layout.columns);
  const byKey = new Map(warnings.map((warning) => [keyOf(warning), warning]));
  for (const row of checked.filter(isImported)) {
    for (const [column, text] of row.cells) {
      if (!Object.hasOwn(row.before, column)) continue;
      const unusual = valueWarning(column, text, { layout, asksForTags, attributeWarning });
      for (const { reason, ...sharedWith } of [
        ...contactWarnings(column, shared.get(row)?.get(column)),
        ...(unusual === undefined ? [] : [{ reason: unusual }]),
      ]) {
        const key = keyOf({ column, reason });
        const { count, rows, ...named } = byKey.get(key) ?? { count: 0, rows: [] };
        byKey.set(key, {
          column,
          reason,
          count: count + 1,
          rows: [...rows, fileRow(row.position)].slice(0, ROWS_MAX),
          ...addNamed(named, sharedWith),
        });
      }
    }
  }
  return [...byKey.values()];
}

const keyOf = ({ column, reason }: { column: string; reason: string }) => `${column}\n${reason}`;

type Named = Pick<Warnings[number], 'members' | 'first_rows'>;

/** Adds the member or the row that a further row shares its value with. */
function addNamed(named: Named, { member, first }: SharedContact): Named {
  return {
    ...(member && { members: [...(named.members ?? []), member].slice(0, ROWS_MAX) }),
    ...(first !== undefined && {
      first_rows: [...(named.first_rows ?? []), first].slice(0, ROWS_MAX),
    }),
  };
}

function contactWarnings(column: string, { member, first }: SharedContact = {}) {
  const contact = CONTACT_NAMES[column] ?? column;
  return [
    ...(member ? [{ reason: `Another member has this ${contact}.`, member }] : []),
    ...(first === undefined ? [] : [{ reason: `An earlier row has this ${contact}.`, first }]),
  ];
}

function valueWarning(
  column: string,
  text: string,
  {
    layout,
    asksForTags,
    attributeWarning,
  }: {
    layout: ImportLayout;
    asksForTags: boolean;
    attributeWarning: ReturnType<typeof createFindAttributeWarning>;
  },
): string | undefined {
  if (column.startsWith(ATTRIBUTE_PREFIX)) {
    return attributeWarning(column.slice(ATTRIBUTE_PREFIX.length), text);
  }
  if (column === 'member_tags' && asksForTags && text.includes(',')) {
    return 'A tag with a comma is one tag. Say so if commas separate tags.';
  }
  const { tiers, isOurs } = layout.program;
  if (column === 'current_tier_id' && !isOurs && !tiers.has(text)) {
    return 'No member has this tier yet. The loyalty service may not know it.';
  }
  return undefined;
}
