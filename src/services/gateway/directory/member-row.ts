import { getTableColumns } from 'drizzle-orm';
import { foldText } from '#contract/gateway/fold-text.ts';
import { parseDate } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { isIncomplete } from '#contract/reader.ts';
import { storable } from '#services/platform/database/storable.ts';
import { directoryMembers } from './directory-members-table.ts';
import { UNKNOWN_DATE } from './filters/directory-filter.ts';
import { memberTraits, numericAttributes } from './filters/member-traits.ts';
import { memberPoints } from './owed/member-points.ts';
import { lexeme } from './search/directory-search.ts';
import { memberWords } from './search/search-words.ts';
import { isTypoWord } from './search/typos.ts';

/** Index entries must not be larger. */
const NAME_KEY_MAX_LENGTH = 200;

type Columns = (typeof directoryMembers)['_']['columns'];
/** Columns that the database sets, or that depend on the row before. */
const DERIVED_COLUMNS = ['row', 'team_id', 'previous_tier_name'] as const;
type WrittenColumn = Exclude<Columns[keyof Columns]['_']['name'], (typeof DERIVED_COLUMNS)[number]>;

/** The columns that are written, and their types. `words` is an array first. */
export const COLUMNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(getTableColumns(directoryMembers))
    .filter(({ name }) => !DERIVED_COLUMNS.some((derived) => derived === name))
    .map((column) => [column.name, column.name === 'words' ? 'text[]' : column.getSQLType()]),
);

export type MemberRow = ReturnType<typeof toRow>;

export function toRow(teamId: number, member: Member, readAt: Date) {
  const { words, prefixOnly, exact } = memberWords(member);
  const name = foldText(`${member.first_name ?? ''} ${member.last_name ?? ''}`);
  const email = foldText(member.email_address ?? '');
  const expirations = expirationDays(member);
  return {
    read_at: readAt.toISOString(),
    service_id: storable(member.id),
    member_id: storable(member.member_id),
    first_name: storable(member.first_name ?? ''),
    last_name: storable(member.last_name ?? ''),
    email_address: storable(member.email_address ?? ''),
    phone_number: storable(member.phone_number ?? ''),
    status: storable(member.member_status ?? 'active'),
    tier_id: member.tier_info?.loyalty_tier_id ? storable(member.tier_info.loyalty_tier_id) : null,
    tier_name: storable(member.tier_info?.loyalty_tier_name ?? ''),
    points: member.available_points ?? 0,
    point_totals: memberPoints(member),
    tags: (member.member_tags ?? []).map(storable),
    referrer_id: member.referrer_ID ? storable(member.referrer_ID) : null,
    enrollment_date: member.enrollment_date == null ? null : storable(member.enrollment_date),
    modified_date: member.last_modified_date == null ? null : storable(member.last_modified_date),
    enrolled_at: momentOf(member.enrollment_date),
    changed_at: momentOf(member.last_modified_date),
    first_purchase_at: findMoment(member.first_purchase_date),
    last_purchase_at: findMoment(member.last_purchase_date),
    purchases: member.number_of_purchases ?? null,
    redemptions: member.number_of_redemptions ?? null,
    revenue: member.revenue ?? null,
    lifetime_points: member.lifetime_points_earned ?? null,
    expirations,
    next_expiration: expirations[0] ?? null,
    traits: memberTraits(teamId, member).map(storable),
    numbers: numericAttributes(member),
    name_key: storable((name || email || foldText(member.member_id)).slice(0, NAME_KEY_MAX_LENGTH)),
    words: [...words, ...prefixOnly, ...exact].map((word) => lexeme(teamId, word)),
    // What can't be read is left out; the service still has it.
    document: JSON.stringify({ ...member, $raw: undefined }),
    is_incomplete: isIncomplete(member),
    typoWords: words.filter(isTypoWord),
  } satisfies Record<WrittenColumn | 'typoWords', unknown>;
}

/** 1970 if there is no date. */
function momentOf(text: string | null | undefined): string {
  return findMoment(text) ?? UNKNOWN_DATE.toISOString();
}

/** Null if there is no date. */
function findMoment(text: string | null | undefined): string | null {
  const date = text == null ? null : parseDate(text);
  if (date === null || date.kind === 'yearless') return null;
  // Without a time, the database would take its own time zone.
  return date.kind === 'day' ? `${date.iso}T00:00:00Z` : date.iso;
}

/** The different days on which points expire, first to last. */
function expirationDays({ points_expiration_schedule: schedule }: Member): string[] {
  const days = (schedule ?? [])
    .filter(({ points = 0 }) => points > 0)
    .flatMap(({ expiration_date: text }) => findMoment(text)?.slice(0, 10) ?? []);
  return [...new Set(days)].sort();
}
