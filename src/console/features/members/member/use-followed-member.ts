import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { memberQuery, membersKey } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** How often an open page looks for changes from elsewhere. A hidden one does when it is visible again. */
const REFETCH_MS = 10_000;

interface FollowOptions {
  /** A store language; the program's default if undefined. */
  readonly language: string | undefined;
  readonly enabled: boolean;
  /** A copy from elsewhere, until the member is loaded. */
  readonly cached: Member | undefined;
}

/**
 * A member and its changes. When it has changed, everything else that the page shows about it is
 * refetched: history, changes, activities.
 */
export function useFollowedMember(memberId: string, options: FollowOptions) {
  const { language, enabled, cached } = options;
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...memberQuery(useApi(), teamId, memberId, language),
    enabled,
    placeholderData: () => cached,
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: 'always',
  });
  const loaded = query.isPlaceholderData ? undefined : query.data;
  const shown = useRef(loaded);
  useEffect(() => {
    const before = shown.current;
    shown.current = loaded;
    // An unchanged response keeps its identity.
    if (!before || !loaded || before === loaded || before.id !== loaded.id) return;
    const key = membersKey(teamId);
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[key.length] !== 'one';
    void queryClient.invalidateQueries({ queryKey: key, predicate });
  }, [loaded, teamId, queryClient]);
  return query;
}
