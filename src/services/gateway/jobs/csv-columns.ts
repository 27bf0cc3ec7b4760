import {
  ATTRIBUTE_PREFIX,
  type CellKind,
  CSV_COLUMNS,
  EXPORT_COLUMNS,
  type ExportColumn,
} from '#contract/gateway/member-csv.ts';
import { parseDate } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { normalizePhone } from '#contract/loyalty/members/phone.ts';
import { normalizeTypedDate } from '#contract/loyalty/members/typed-date.ts';
import type { findNextExpiration } from '#services/gateway/directory/owed/next-expiration.ts';
import { formatAttribute, joinTags, parseAttribute, splitTags } from './csv-cells.ts';

/** A member, in an export with the first points that expire. */
export type ExportedMember = Member & { next_expiration?: ReturnType<typeof findNextExpiration> };

interface Column {
  name: string;
  read: (member: ExportedMember) => string;
  /** For other tools. */
  readPlain: (member: ExportedMember) => string;
  /** The field of a create or update; undefined for what can't be imported. */
  write?: (cell: string) => Record<string, unknown>;
  /** The field of an update, if it has another name. */
  writeUpdate?: (cell: string) => Record<string, unknown>;
}

const cell = (value: unknown): string => (value == null ? '' : String(value));
const tagsOf = (value: unknown) => (value ?? []) as readonly string[];

/** An ISO date; any other text unchanged. 1904 means that the year is unknown. */
const isoDate = (value: unknown): string => parseDate(cell(value))?.iso ?? cell(value);
/** The API can send a day as a time in UTC, and spreadsheets write it without leading zeros. */
const day = (value: unknown): string => normalizeTypedDate(cell(value));

interface CellFormat {
  format?: (value: unknown) => string;
  /** By default like `format`. */
  formatPlain?: (value: unknown) => string;
  /** Undefined for what can't be imported. */
  parse?: (text: string) => unknown;
}

const FORMATS: Readonly<Record<CellKind, CellFormat>> = {
  key: {},
  text: { parse: (text) => text },
  // Services other than ours may take a phone number in the contract's format only. Plain is E.164, without hyphen.
  phone: {
    formatPlain: (value) => normalizePhone(cell(value)).replace(/^(\+\d+)-/, '$1'),
    parse: normalizePhone,
  },
  day: { format: day, formatPlain: (value) => isoDate(day(value)), parse: day },
  tags: {
    format: (value) => joinTags(tagsOf(value)),
    formatPlain: (value) => tagsOf(value).join('|'),
    parse: splitTags,
  },
  computed: {},
  'computed time': { formatPlain: isoDate },
};

/** @param path of the field in a member; in requests it is `name` */
function toColumn(name: string, kind: CellKind, path = name): Column {
  const { format = cell, formatPlain = format, parse } = FORMATS[kind];
  const [outer = '', inner] = path.split('.');
  const readValue = (member: ExportedMember): unknown =>
    inner === undefined
      ? member[outer]
      : (member[outer] as Record<string, unknown> | undefined)?.[inner];
  const column: Column = {
    name,
    read: (member) => format(readValue(member)),
    readPlain: (member) => formatPlain(readValue(member)),
  };
  if (parse) {
    column.write = (text) =>
      name.startsWith('address.')
        ? { address: { [name.slice('address.'.length)]: parse(text) } }
        : { [name]: parse(text) };
  }
  return column;
}

/** An update has it under another name. */
const REFERRER: Column = {
  ...toColumn('referrer_code', 'text'),
  writeUpdate: (text) => ({ referral_code: text }),
};
/** Not fields of a member: the import reads them (import-layout.ts). */
const ONLY_IMPORTED = ['points_adjustment', 'points_reason', 'address', 'email_opt_out'].map(
  (name): Column => ({ name, read: () => '', readPlain: () => '', write: () => ({}) }),
);
const COLUMNS: ReadonlyMap<string, Column> = new Map(
  [
    ...EXPORT_COLUMNS.map((name) => toColumn(name, CSV_COLUMNS[name])),
    REFERRER,
    toColumn('current_tier_id', 'text', 'tier_info.loyalty_tier_id'),
    ...ONLY_IMPORTED,
  ].map((column) => [column.name, column]),
);

/** Whether people write the column's cells as days, in the order of their country. */
export const isDayColumn = (name: string): boolean => CSV_COLUMNS[name as ExportColumn] === 'day';

/** @returns undefined for an unknown column */
export function findColumn(name: string): Column | undefined {
  if (!name.startsWith(ATTRIBUTE_PREFIX)) return COLUMNS.get(name);
  const key = name.slice(ATTRIBUTE_PREFIX.length);
  if (key === '') return undefined;
  return {
    name,
    read: (member) => {
      const attributes = member.custom_attributes ?? {};
      return Object.hasOwn(attributes, key) ? formatAttribute(attributes[key]) : '';
    },
    readPlain: ({ custom_attributes: attributes }) => {
      const value = Object.hasOwn(attributes ?? {}, key) ? attributes?.[key] : undefined;
      return Array.isArray(value) ? value.map(cell).join('|') : cell(value);
    },
    write: (text) => ({ custom_attributes: { [key]: parseAttribute(text) } }),
  };
}
