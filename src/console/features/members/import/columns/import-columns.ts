import { MEMBER_FIELD_LABELS } from '#console/shared/loyalty/member-field-labels.ts';
import {
  ATTRIBUTE_PREFIX,
  EXPORT_COLUMNS,
  IMPORT_COLUMNS,
  type ImportColumn,
  ignoredReason,
} from '#contract/gateway/member-csv.ts';
import { COLUMN_NAMES } from './column-names.ts';

const LABELS: Readonly<Record<ImportColumn, string>> = {
  ...MEMBER_FIELD_LABELS,
  current_tier_id: 'Tier',
  address: 'Address in one cell',
  email_opt_out: 'Opted out of email marketing',
  points_adjustment: 'Points to add or deduct',
  points_reason: 'Reason for the points',
};

/** A column as the console calls it: "Email", or the name of a custom attribute. */
export function columnLabel(column: string): string {
  const known = IMPORT_COLUMNS.find((name) => name === column);
  if (known) return LABELS[known];
  return column.startsWith(ATTRIBUTE_PREFIX) ? column.slice(ATTRIBUTE_PREFIX.length) : column;
}

/** Not imported. */
export const IGNORED = '';

/** What each column of a file is imported as, by its name. No target is guessed twice. */
export function guessTargets(header: readonly string[]): string[] {
  const names = header.map(simplify);
  const targets = header.map((name) =>
    name.startsWith(ATTRIBUTE_PREFIX) && name.length > ATTRIBUTE_PREFIX.length ? name : IGNORED,
  );
  const assign = (target: ImportColumn, isNamed: (name: string) => boolean) => {
    if (targets.includes(target)) return;
    const index = names.findIndex((name, at) => targets[at] === IGNORED && isNamed(name));
    if (index >= 0) targets[index] = target;
  };
  for (const [index, name] of header.entries()) {
    if (name === 'address') targets[index] = name;
  }
  for (const target of IMPORT_COLUMNS) {
    if (target !== 'address') assign(target, (name) => name === simplify(target));
  }
  for (const target of IMPORT_COLUMNS) {
    if (target !== 'address') {
      assign(target, (name) => name === simplify(LABELS[target]));
    }
    // The best names are first: "Phone" before the phone of an address.
    for (const each of COLUMN_NAMES[target]) {
      if (target !== 'address') assign(target, (name) => name === each);
    }
  }
  // Beside a city, an address is a street.
  const street = targets.includes('address.city') ? 'address.line1' : 'address';
  assign(street, (name) => name === 'address' || COLUMN_NAMES.address.includes(name));
  // An export has both; there "id" is the program's own.
  assign('member_id', (name) => name === 'id');
  return targets;
}

/** Names that files use for what can't be imported. */
const BALANCE_NAMES = ['points', 'balance', 'points balance', 'point balance', 'current points'];

/** Why the field that a column is named after can't be imported; undefined if it can, or no field has the name. */
export function unwritableReason(name: string): string | undefined {
  const simple = simplify(name);
  if (BALANCE_NAMES.includes(simple)) return ignoredReason('available_points');
  const field = EXPORT_COLUMNS.find((column) => simplify(column) === simple);
  const isImported = IMPORT_COLUMNS.some((column) => column === field);
  // Guessed as the member ID if there is no other.
  if (field === undefined || field === 'id' || isImported) return undefined;
  return ignoredReason(field);
}

/** The name without case, accents and punctuation. */
export function simplify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

interface MappingSettings {
  /** For all rows. */
  readonly pointsReason?: string;
  /** Whether nobody has said yet what separates tags. */
  readonly asksForTags?: boolean;
}

/** What has to be corrected before the file can be sent; undefined if nothing. */
export function findMappingError(
  targets: readonly string[],
  { pointsReason, asksForTags }: MappingSettings = {},
): string | undefined {
  if (!targets.includes('member_id')) return 'Choose the column that has the member ID';
  const repeated = targets.find(
    (target, index) => target !== IGNORED && targets.indexOf(target) < index,
  );
  if (repeated !== undefined)
    return `${columnLabel(repeated)} is chosen for two columns. Choose one`;
  const [points, reason] = [
    targets.includes('points_adjustment'),
    targets.includes('points_reason'),
  ];
  if (points && !reason && !pointsReason?.trim())
    return 'Enter a reason for the points of all rows';
  if (reason && !points) return 'Choose the column that has the points to add or deduct';
  if (asksForTags) return 'Choose what separates tags';
  return undefined;
}

/** The prefix of columns that could be imported, but are not. */
const NOT_IMPORTED_PREFIX = 'not imported: ';

/** The columns of a checked file that are not imported, as in the file, with the reason where there is one. */
export function describeIgnored(names: readonly string[]): { name: string; reason?: string }[] {
  return names.filter(Boolean).map((sent) => {
    const name = sent.startsWith(NOT_IMPORTED_PREFIX)
      ? sent.slice(NOT_IMPORTED_PREFIX.length)
      : sent;
    const reason = unwritableReason(name);
    return reason === undefined ? { name } : { name, reason };
  });
}

/** The header to send: API names, and unique names that the service ignores. */
export function mapHeader(header: readonly string[], targets: readonly string[]): string[] {
  const taken = new Set(targets);
  return header.map((name, index) => {
    const target = targets[index] ?? IGNORED;
    if (target !== IGNORED || name === '') return target;
    const isOurs = IMPORT_COLUMNS.some((column) => column === name);
    const base =
      isOurs || name.startsWith(ATTRIBUTE_PREFIX) ? `${NOT_IMPORTED_PREFIX}${name}` : name;
    let unique = base;
    for (let number = 2; taken.has(unique); number += 1) unique = `${base} (${number})`;
    taken.add(unique);
    return unique;
  });
}
