import type { QueryClient } from '@tanstack/react-query';
import { Ban, RotateCcw, Search, Tag, Trash2, UserRound } from 'lucide-react';
import type { Api } from '#console/api/api.ts';
import { requestDirectory } from '#console/features/members/directory-members.ts';
import type { EditTagsState } from '#console/features/members/form/fields/tags-field.tsx';
import { MemberActionDialog } from '#console/features/members/member-action-dialog.tsx';
import {
  type AdjustPointsState,
  type MemberAction,
  type OfferedAction,
  offeredActions,
} from '#console/features/members/member-actions.ts';
import { editMemberPath, memberName, memberPath } from '#console/features/members/member-name.ts';
import { FIRST_PAGE } from '#console/features/members/members-view.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { isSearchable } from '#contract/gateway/filters/directory-filters.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { Command, CommandGroup } from './commands.ts';
import { parseMemberSearch } from './member-search.ts';

export interface Found {
  readonly groups: readonly CommandGroup[];
  /** What couldn't be searched. */
  readonly failure?: string | undefined;
  /** What helps if nothing was found. */
  readonly hint?: string | undefined;
}

export interface TeamSearch {
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly accountTypes: ConsoleConfig['accountTypes'];
  readonly scopes: readonly string[];
  /** Members and activities, which need no scope in some deployments. */
  readonly canReadMembers: boolean;
  readonly team: Team;
  /** Whose views are found; undefined while the user is loading. */
  readonly userId: string | undefined;
  readonly text: string;
  /** Why the user can't change members; undefined if nothing is offered to do with them. */
  readonly memberActions:
    | { readonly disabledReason: string | undefined; readonly deleteReason: string | undefined }
    | undefined;
  readonly signal: AbortSignal;
}

/** Results of each kind. */
export const MAX_RESULTS = 5;
/** Offered for the first member that is found; others have to be asked for: "delete jane". */
const DEFAULT_ACTIONS: ReadonlySet<MemberAction> = new Set(['block', 'reactivate']);
const UNUSABLE: Found = { groups: [], hint: 'Members can be opened by their ID.' };

/** Members by name, email or ID, and what can be done with them. */
export async function findMembers({
  api,
  canReadMembers,
  team,
  text,
  memberActions,
  signal,
}: TeamSearch): Promise<Found> {
  const { verb, q } = parseMemberSearch(text);
  const { directory } = api;
  if (!directory || !canReadMembers || !isSearchable(q)) return UNUSABLE;
  const view = { ...FIRST_PAGE, filter: { q }, count: 50 } as const;
  const { members, total = 0 } = await requestDirectory(directory, team.id, view, signal);
  if (!members) return UNUSABLE;
  const actions = members.slice(0, verb ? MAX_RESULTS : 1).flatMap((member) => [
    ...(api.points && (verb ?? 'adjust') === 'adjust'
      ? [adjustCommand(team.id, member, memberActions?.disabledReason)]
      : []),
    ...((verb ?? 'tag') === 'tag'
      ? [tagCommand(team.id, member, memberActions?.disabledReason)]
      : []),
    ...offeredActions(member)
      .filter(({ action }) => (verb ? action === verb : DEFAULT_ACTIONS.has(action)))
      .map((offered) =>
        actionCommand(
          member,
          offered,
          memberActions?.[offered.action === 'delete' ? 'deleteReason' : 'disabledReason'],
        ),
      ),
  ]);
  const links = members.slice(0, MAX_RESULTS).map(
    (member): Command => ({
      id: `member ${member.id}`,
      name: memberName(member),
      detail: [member.member_id, member.email_address].filter(Boolean).join(' · '),
      icon: UserRound,
      path: memberPath(team.id, member),
    }),
  );
  const all: Command = {
    name: `Show all ${formatCount(total, 'member')} for “${q}”`,
    icon: Search,
    path: `${paths.members(team.id)}?${new URLSearchParams({ q })}`,
  };
  const actionGroup = {
    label: 'Member actions',
    isSearch: true,
    commands: memberActions ? actions : [],
  };
  const linkGroup = {
    label: 'Members',
    isSearch: true,
    commands: total > MAX_RESULTS ? [...links, all] : links,
  };
  return { groups: verb ? [actionGroup, linkGroup] : [linkGroup, actionGroup] };
}

/** "Adjust points of Jane Doe"; opens the dialog on her page. */
function adjustCommand(
  teamId: string,
  member: Member,
  disabledReason: string | undefined,
): Command {
  return {
    id: `adjust ${member.id}`,
    name: `Adjust points of ${memberName(member)}`,
    detail: member.member_id,
    icon: UserRound,
    disabledReason,
    path: memberPath(teamId, member),
    state: { adjustPoints: true } satisfies AdjustPointsState,
  };
}

/** "Tag Jane Doe"; opens the form over her page, with the focus in the tags. */
function tagCommand(teamId: string, member: Member, disabledReason: string | undefined): Command {
  return {
    id: `tag ${member.id}`,
    name: `Tag ${memberName(member)}`,
    detail: member.member_id,
    icon: Tag,
    disabledReason,
    path: editMemberPath(teamId, member),
    state: { editTags: true } satisfies EditTagsState,
  };
}

const ACTION_ICONS = { block: Ban, reactivate: RotateCcw, delete: Trash2, 'opt-out': Ban };

/** "Block Jane Doe"; asks first. */
function actionCommand(
  member: Member,
  { action, disabledReason }: OfferedAction,
  writeReason: string | undefined,
): Command {
  const name = memberName(member);
  const names = {
    block: `Block ${name}`,
    reactivate: `Reactivate ${name}`,
    delete: `Delete ${name}`,
    'opt-out': `Mark ${name} as opted out`,
  };
  return {
    id: `${action} ${member.id}`,
    name: names[action],
    detail: member.member_id,
    icon: ACTION_ICONS[action],
    disabledReason: writeReason ?? disabledReason,
    dialog: (onClose) => <MemberActionDialog {...{ member, action, onClose }} />,
  };
}
