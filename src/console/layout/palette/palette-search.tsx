import { useQuery } from '@tanstack/react-query';
import { Ban, RotateCcw, Search, Trash2, UserRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { requestDirectory } from '#console/features/members/directory-members.ts';
import type { MemberActionDialog } from '#console/features/members/member-action-dialog.tsx';
import {
  type MemberAction,
  type OfferedAction,
  offeredActions,
} from '#console/features/members/member-actions.ts';
import { memberName, memberPath } from '#console/features/members/member-name.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { FIRST_PAGE } from '#console/features/members/members-view.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { LazyBoundary } from '#console/ui/lazy-boundary.tsx';
import type { Team } from '#contract/advocacy/teams.ts';
import { SEARCH_MIN_LENGTH } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { type Command, type CommandGroup, parseMemberSearch, useGoTo } from './commands.ts';
import { MAX_RESULTS, useFoundItems } from './use-found-items.ts';

/** Offered for the first member that is found; others have to be asked for: "delete jane". */
const DEFAULT_ACTIONS: ReadonlySet<MemberAction> = new Set(['block', 'reactivate']);
/** Between the last key and the requests. */
const PAUSE_MS = 200;

const memberActionDialog = lazyComponent<Parameters<typeof MemberActionDialog>[0]>(
  async () =>
    (await import('#console/features/members/member-action-dialog.tsx')).MemberActionDialog,
);

/** What was found for a text. */
export interface Found {
  readonly text: string;
  readonly groups: readonly CommandGroup[];
  /** What couldn't be searched. */
  readonly failure: string | undefined;
  /** What helps if nothing was found. */
  readonly hint: string | undefined;
}

export interface PaletteSearchProps {
  /** Trimmed, and long enough. */
  readonly text: string;
  readonly team: Team;
  /** Called once everything is searched. */
  readonly onFound: (found: Found) => void;
}

/** Searches a team's members, accounts, boards, domains, activities and people. Renders nothing. */
export function PaletteSearch({ text: typed, team, onFound }: PaletteSearchProps) {
  const text = useAfterPause(typed);
  const members = useMembers(text, team);
  const lists = useFoundItems(text, team);
  const isPending = members.isPending || lists.isPending;
  const report = useEffectEvent(() => {
    const failed = [...(members.hasFailed ? ['members'] : []), ...lists.failed].join(', ');
    const failure = failed === '' ? undefined : `Couldn't search ${failed}.`;
    onFound({ text, groups: [...members.groups, ...lists.groups], failure, hint: members.hint });
  });
  const { updatedAt: membersAt } = members;
  const { updatedAt: listsAt } = lists;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports again what was fetched again
  useEffect(() => {
    if (!isPending && text === typed) report();
  }, [isPending, text, typed, membersAt, listsAt]);
  return null;
}

function useAfterPause(text: string): string {
  const [paused, setPaused] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Members by name, email or ID, and what can be done with them. A request for an older text is aborted. */
function useMembers(text: string, team: Team) {
  const goTo = useGoTo();
  const { directory } = useApi();
  const canRead = useMissingScope('teams:read') === undefined;
  const writeReason = useScopeReason('teams:write');
  // The dialogs act on the team in the address.
  const isTeamOpen = useParams().teamId === team.id;
  const { verb, q } = parseMemberSearch(text);
  const isOn = directory !== undefined && canRead && q.length >= SEARCH_MIN_LENGTH;
  const query = useQuery({
    queryKey: [...membersKey(team.id), 'palette', q],
    queryFn: ({ signal }) =>
      directory
        ? requestDirectory(directory, team.id, { ...FIRST_PAGE, q, count: 50 }, signal)
        : null,
    enabled: isOn,
    retry: false,
  });
  const isUsable = query.data?.members !== undefined;
  const found = query.data?.members ?? [];
  const total = query.data?.total ?? 0;
  const actions = found.slice(0, verb ? MAX_RESULTS : 1).flatMap((member) =>
    offeredActions(member)
      .filter(({ action }) => (verb ? action === verb : DEFAULT_ACTIONS.has(action)))
      .map((offered) => actionCommand(member, offered, writeReason)),
  );
  const all: Command[] =
    total > MAX_RESULTS
      ? [
          {
            name: `Show all ${formatCount(total, 'member')} for “${q}”`,
            icon: Search,
            run: () => goTo(`${paths.members(team.id)}?${new URLSearchParams({ q })}`),
          },
        ]
      : [];
  const links = found.slice(0, MAX_RESULTS).map(
    (member): Command => ({
      id: `member ${member.id}`,
      name: memberName(member),
      detail: [member.member_id, member.email_address].filter(Boolean).join(' · '),
      icon: UserRound,
      run: () => goTo(memberPath(team.id, member)),
    }),
  );
  const actionGroup = {
    label: 'Member actions',
    isSearch: true,
    commands: isTeamOpen ? actions : [],
  };
  const linkGroup = { label: 'Members', isSearch: true, commands: [...links, ...all] };
  return {
    isPending: query.isLoading,
    updatedAt: query.dataUpdatedAt,
    hasFailed: query.isError,
    groups: verb ? [actionGroup, linkGroup] : [linkGroup, actionGroup],
    hint: isUsable ? undefined : 'Members can be opened by their ID.',
  };
}

const ACTION_ICONS = { block: Ban, reactivate: RotateCcw, delete: Trash2, 'opt-out': Ban };

/**
 * "Block Jane Doe"; asks first.
 *
 * @param writeReason why the user can't change members
 */
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
    dialog: (onClose) => (
      <LazyBoundary onError={onClose}>
        <memberActionDialog.Component member={member} action={action} onClose={onClose} />
      </LazyBoundary>
    ),
  };
}
