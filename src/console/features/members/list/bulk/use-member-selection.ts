import { type Key, useState } from 'react';
import { isSimilar } from '#console/features/members/directory-members.ts';
import { memberName } from '#console/features/members/member-name.ts';
import { type MembersPage, useExactTotal } from '#console/features/members/members-queries.ts';
import type { MembersView } from '#console/features/members/members-view.ts';
import { useTeamId } from '#console/session/team.ts';
import { toDirectoryFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import type { RowSelection } from '#console/ui/table/row-selection.tsx';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import type { CreateJob } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

export type JobSelection = NonNullable<CreateJob['selection']>;

export interface MemberSelection {
  readonly count: number;
  /** How many members match the filters; undefined until they are counted exactly. */
  readonly total: number | undefined;
  /** Whether all members that match the filters are selected, on every page. */
  readonly isAll: boolean;
  /** How many of them a search found only with a typo. */
  readonly similar: number;
  /** The selected members that were loaded. */
  readonly members: readonly Member[];
  /** How many of them are not on this page. */
  readonly elsewhere: number;
  /** Nothing happens if the number of members has changed when the job starts. */
  readonly forJob: JobSelection;
  /** All members that match the filters, however many they are. */
  readonly matching: JobSelection;
  readonly rows: RowSelection<Member>;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface Selected {
  /** The filters; a selection ends when they change. */
  readonly filters: string;
  readonly isAll: boolean;
  readonly members: ReadonlyMap<string, Member>;
}

/** How many of the members that a list has, on all pages, match only with a typo. */
export function countListedSimilar(
  { filter }: Pick<MembersView, 'filter'>,
  { total = 0, matching }: Pick<MembersPage, 'total' | 'matching'>,
): number {
  if (!matching) return 0;
  return filter.similar || matching.literal === 0 ? total - matching.literal : 0;
}

/**
 * The members that are selected in the list. Paging and sorting keep them, another filter doesn't.
 *
 * @param isExporting whether the dialog for an export is open, which shows the exact number of members
 */
export function useMemberSelection(
  view: MembersView,
  page: MembersPage | undefined,
  isExporting: boolean,
): MemberSelection {
  const { members = [], matching } = page ?? {};
  const listed = toDirectoryFilter(view.filter);
  const filters = JSON.stringify(listed);
  // A job takes similar members only if it is asked to.
  const filter: DirectoryFilter =
    matching?.literal === 0 ? { ...listed, similar: 'include' } : listed;
  const none: Selected = { filters, isAll: false, members: new Map() };
  const [stored, setSelected] = useState(none);
  const selected = stored.filters === filters ? stored : none;
  const { isAll } = selected;
  const isExactNeeded = isExporting || isAll || selected.members.size > 0;
  const exactTotal = useExactTotal(useTeamId(), page, isExactNeeded);
  const total = exactTotal ?? members.length;
  const similar = countListedSimilar(view, { total, matching });
  const count = isAll ? total : selected.members.size;

  function select(keys: readonly Key[], isSelected: boolean) {
    // Without one of its members, "all" is what remains of this page.
    const next = new Map(isAll ? members.map((member) => [member.id, member]) : selected.members);
    for (const member of members.filter(({ id }) => keys.includes(id))) {
      if (isSelected) next.set(member.id, member);
      else next.delete(member.id);
    }
    setSelected({ filters, isAll: false, members: next });
  }
  return {
    count,
    total: exactTotal,
    isAll,
    similar: isAll ? similar : [...selected.members.values()].filter(isSimilar).length,
    members: isAll ? members : [...selected.members.values()],
    elsewhere: count - members.filter(({ id }) => isAll || selected.members.has(id)).length,
    forJob: { ...(isAll ? { filter } : { ids: [...selected.members.keys()] }), expected: count },
    matching: { filter },
    rows: {
      isSelected: ({ id }) => isAll || selected.members.has(id),
      label: memberName,
      onSelect: select,
    },
    selectAll: () => setSelected({ ...none, isAll: true }),
    clear: () => setSelected(none),
  };
}
