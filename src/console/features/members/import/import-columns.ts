import { MEMBER_FIELD_LABELS } from '#console/shared/loyalty/member-field-labels.ts';
import {
  ATTRIBUTE_PREFIX,
  EXPORT_COLUMNS,
  IMPORT_COLUMNS,
  type ImportColumn,
  ignoredReason,
} from '#contract/gateway/member-csv.ts';

interface ColumnTexts {
  /** Other names that files use for it, without case, accents and punctuation. */
  readonly aliases: readonly string[];
  readonly example: string;
}

export const COLUMN_TEXTS: Readonly<Record<ImportColumn, ColumnTexts>> = {
  member_id: {
    aliases: [
      'member',
      'member number',
      'customer id',
      'customer number',
      'external id',
      'user id',
    ],
    example: 'M-000001',
  },
  first_name: {
    aliases: ['first', 'given name', 'forename', 'prenom', 'vorname'],
    example: 'Ada',
  },
  last_name: {
    aliases: ['last', 'surname', 'family name', 'nom', 'nachname'],
    example: 'Lovelace',
  },
  email_address: {
    aliases: ['e mail', 'mail', 'e mail address'],
    example: 'ada@example.com',
  },
  phone_number: {
    aliases: ['mobile', 'mobile number', 'mobile phone', 'cell', 'telephone', 'tel'],
    example: '+44 20 1234 5678',
  },
  birthdate: {
    aliases: ['birth date', 'date of birth', 'dob'],
    example: '12/10/1990',
  },
  anniversary_date: { aliases: [], example: '06/30/2015' },
  preferred_language: { aliases: ['locale'], example: 'English' },
  twitter_handle: { aliases: ['x'], example: 'ada' },
  instagram_handle: { aliases: [], example: 'ada' },
  'address.line1': {
    aliases: ['address', 'street', 'street address', 'address 1', 'line 1'],
    example: '1 Main Street',
  },
  'address.line2': {
    aliases: ['address 2', 'line 2'],
    example: 'Floor 2',
  },
  'address.city': { aliases: ['town', 'ville', 'ort'], example: 'London' },
  'address.state': { aliases: ['region', 'province', 'county'], example: 'Texas' },
  'address.country': { aliases: ['country code'], example: 'GB' },
  'address.postal_code': {
    aliases: ['zip', 'zip code', 'postcode', 'plz'],
    example: 'W1A 1AA',
  },
  member_status: {
    aliases: [],
    example: 'active, blocked or opted_out',
  },
  email_subscription_status: {
    aliases: ['marketing', 'subscription', 'newsletter', 'email subscription'],
    example: 'subscribed or unsubscribed',
  },
  member_tags: { aliases: ['tag', 'labels', 'segments'], example: 'vip|newsletter' },
  referrer_code: { aliases: ['referred by code'], example: 'ADA-1234' },
  current_tier_id: { aliases: [], example: '7' },
  points_adjustment: {
    aliases: ['points to add', 'bonus points'],
    example: '250 or -50',
  },
  points_reason: {
    aliases: ['adjustment reason'],
    example: 'Welcome bonus',
  },
};

const LABELS: Readonly<Record<ImportColumn, string>> = {
  ...MEMBER_FIELD_LABELS,
  current_tier_id: 'Tier ID',
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
  const targets = header.map((name) =>
    name.startsWith(ATTRIBUTE_PREFIX) && name.length > ATTRIBUTE_PREFIX.length ? name : IGNORED,
  );
  const assign = (target: ImportColumn, isNamed: (name: string) => boolean) => {
    if (targets.includes(target)) return;
    const index = header.findIndex(
      (name, position) => targets[position] === IGNORED && isNamed(simplify(name)),
    );
    if (index >= 0) targets[index] = target;
  };
  for (const target of IMPORT_COLUMNS) {
    assign(target, (name) => name === simplify(target));
  }
  for (const target of IMPORT_COLUMNS) {
    const names = [simplify(LABELS[target]), ...COLUMN_TEXTS[target].aliases];
    assign(target, (name) => names.includes(name));
  }
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

/** Without case, accents and punctuation. */
function simplify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What has to be corrected before the file can be sent; undefined if nothing. */
export function findMappingError(targets: readonly string[]): string | undefined {
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
  if (points && !reason) return 'Choose the column that has the reason for the points';
  if (reason && !points) return 'Choose the column that has the points to add or deduct';
  return undefined;
}

/** In front of columns that could be imported, but are not. */
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
