import { isSimilar } from '#console/features/members/directory-members.ts';
import { memberName } from '#console/features/members/member-name.ts';
import type { DisplayOptions } from '#console/features/members/stored-display.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { MemberStatus } from '#console/shared/members/member-status.tsx';
import { type Column, NO_VALUE } from '#console/ui/table/data-table-column.ts';
import { TagList } from '#console/ui/tag.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { highlightMatches } from './search/highlight-matches.tsx';

/** @param q a search, whose matches are marked */
function memberColumns(q: string | undefined): Column<Member>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortKey: 'name',
      cell: (member) => highlightMatches(memberName(member), q),
    },
    {
      id: 'member-id',
      header: 'Member ID',
      width: '108px',
      cell: (member) => <code>{highlightMatches(member.member_id, q)}</code>,
      card: 'fact',
    },
    {
      id: 'email',
      header: 'Email',
      // 23% of a wide table; in a narrow one the names get the room.
      width: 'clamp(128px, 78cqi - 638px, 23cqi)',
      cell: ({ email_address: email }) => (email ? highlightMatches(email, q) : NO_VALUE),
      hideBelow: 'medium',
    },
    {
      id: 'tier',
      header: 'Tier',
      sortKey: 'tier',
      width: '84px',
      cell: (member) => member.tier_info?.loyalty_tier_name || NO_VALUE,
      hideBelow: 'narrow',
      card: 'fact',
    },
    {
      id: 'points',
      header: 'Points',
      unit: 'pts',
      sortKey: 'points',
      // 999,999,999 fits: a number that is cut off is another one.
      width: '104px',
      align: 'end',
      cell: ({ available_points: points }) =>
        points === undefined ? NO_VALUE : formatNumber(points),
      card: 'aside',
    },
    {
      id: 'tags',
      header: 'Tags',
      width: '16%',
      cell: ({ member_tags: tags = [] }) => <TagList {...fittingTags(tags)} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: '100px',
      cell: (member) => <MemberStatus status={member.member_status} />,
      card: 'status',
    },
    {
      id: 'enrolled',
      header: 'Enrolled',
      sortKey: 'enrolled',
      width: '112px',
      cell: (member) => <LoyaltyDate value={member.enrollment_date} />,
      hideBelow: 'medium',
    },
  ];
}

/** The columns of the program's own list: those of the directory's list by default, whose order it lacks. */
export const MEMBER_COLUMNS: readonly Column<Member>[] = memberColumns(undefined).filter(
  ({ id }) => id !== 'tags',
);

/**
 * The columns of a list that can be sorted by each of the directory's orders.
 *
 * @param q a search, whose matches are marked
 */
export function directoryColumns(q: string | undefined): readonly Column<Member>[] {
  return [
    ...memberColumns(q),
    {
      id: 'changed',
      header: 'Changed',
      sortKey: 'changed',
      width: '112px',
      cell: (member) => <LoyaltyDate value={member.last_modified_date} />,
      hideBelow: 'laptop',
    },
  ];
}

const similarityOf = (member: Member) =>
  isSimilar(member) ? 'Similar to your search' : 'Matching your search';

/** How the rows of a search are grouped; undefined if none of them is only similar to it. */
export const similarityGroups = (rows: readonly Member[]) =>
  rows.some(isSimilar) ? similarityOf : undefined;

/** The width of the name in a table that scrolls sideways. */
export const NAME_WIDTH = '184px';

/**
 * All columns get a width if tags, every usual column, a further one or a resized one is shown; a table
 * without room then scrolls sideways instead of cutting names and emails.
 *
 * @param usualCount how many columns there are, without further ones
 */
export function fitWidths(
  columns: readonly Column<Member>[],
  usualCount: number,
  chosenWidths: NonNullable<DisplayOptions['widths']>,
): readonly Column<Member>[] {
  const chosen = new Map(chosenWidths.map(({ column, width }) => [column, width]));
  const needsWidths = columns.some(({ id }) => id === 'tags' || chosen.has(id));
  if (columns.length < usualCount && !needsWidths) return columns;
  const widths: Readonly<Record<string, string>> = {
    name: NAME_WIDTH,
    email: '256px',
    tags: '156px',
  };
  return columns.map((column) => ({
    ...column,
    hideBelow: undefined,
    width: chosen.has(column.id)
      ? `${chosen.get(column.id)}px`
      : (widths[column.id] ?? column.width),
  }));
}

/** The room for tags in a row, in characters. */
const MAX_TAG_CHARS = 21;
/** The gap and the padding of a tag. */
const TAG_SPACE_CHARS = 3;
/** "+2" with its gap and padding. */
const HIDDEN_COUNT_CHARS = 4;

/** The tags that fit, at least one, and those that don't. */
function fittingTags(tags: readonly string[]) {
  let usedChars = 0;
  const isShown = tags.map((tag, index) => {
    usedChars += tag.length + TAG_SPACE_CHARS;
    const isLast = index === tags.length - 1;
    return index === 0 || usedChars + (isLast ? 0 : HIDDEN_COUNT_CHARS) <= MAX_TAG_CHARS;
  });
  return {
    tags: tags.filter((_, index) => isShown[index]),
    hidden: tags.filter((_, index) => !isShown[index]),
  };
}
