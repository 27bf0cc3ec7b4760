import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import {
  LOYALTY_NOT_FOUND_STATUSES,
  nullIfNotFound,
} from '#console/api/errors/null-if-not-found.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember } from '#contract/loyalty/members/members.ts';

/** The member of an event as they are now; null if the program has no such member any more. */
export function useEventMember(memberId: string | null) {
  const teamId = useTeamId();
  const loyalty = useApi().loyalty(teamId);
  const canRead = useMissingScope('teams:read') === undefined;
  return useQuery({
    queryKey: ['teams', teamId, 'members', 'of-event', memberId],
    queryFn: async ({ signal }): Promise<Member | null> => {
      const call = {
        params: { member: memberId ?? '' },
        query: { idParam: 'member_id' as const },
        signal,
      };
      const response = loyalty.request(getMember, call);
      return (await nullIfNotFound(response, LOYALTY_NOT_FOUND_STATUSES))?.data ?? null;
    },
    enabled: memberId !== null && canRead,
  });
}
