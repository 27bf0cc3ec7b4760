import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  type MemberDetails,
  NotLoadedSection,
} from '#console/features/members/member/not-loaded.tsx';
import { memberQuery, membersKey } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { allActivitiesQuery } from '#console/shared/loyalty/activities-query.ts';
import { CardSection } from '#console/ui/card.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { listMemberActivities } from '#contract/loyalty/activities.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { EarningLists } from './earning-lists.tsx';

/** Programs rarely change. */
const ALL_STALE_AFTER_MS = 5 * 60_000;

export interface EligibleActivitiesProps {
  readonly member: Member;
  /** The estimates need all fields of the member. */
  readonly details: MemberDetails;
  /** A store language; the program's default if undefined. */
  readonly language: string | undefined;
}

/** What the member can earn points with now, what not, and why. */
export function EligibleActivities({ member, details, language }: EligibleActivitiesProps) {
  const teamId = useTeamId();
  const api = useApi();
  const eligible = useQuery(memberActivitiesQuery(api, teamId, member.id, language));
  const all = useQuery({
    ...allActivitiesQuery(api, teamId, language),
    staleTime: ALL_STALE_AFTER_MS,
  });
  const inDefaultLanguage = useQuery({
    ...memberQuery(api, teamId, member.member_id, undefined),
    enabled: language !== undefined,
  });
  const compared = (language === undefined ? undefined : inDefaultLanguage.data) ?? member;
  const loadError = toUserFacingError(eligible.error, "Couldn't load what this member can earn");
  const othersError = toUserFacingError(all.error, "Couldn't load the other activities");
  if (details === 'failed') {
    return <NotLoadedSection title="Can earn now" details={details} height={112} />;
  }
  return (
    <CardSection title="Can earn now">
      {eligible.data && !all.isPending && details === 'loaded' ? (
        <EarningLists
          member={compared}
          language={language}
          eligible={eligible.data}
          all={all.data}
          allError={
            othersError && (
              <ErrorState
                error={othersError}
                retrying={all.isFetching}
                onRetry={() => void all.refetch()}
              />
            )
          }
        />
      ) : loadError ? (
        <ErrorState
          error={loadError}
          retrying={eligible.isFetching}
          onRetry={() => void eligible.refetch()}
        />
      ) : (
        <Skeleton height={216} />
      )}
    </CardSection>
  );
}

/** The first hundred activities that a member can earn points with (loyalty.md, Endpoints). */
function memberActivitiesQuery(api: Api, teamId: string, id: string, language: string | undefined) {
  return queryOptions({
    queryKey: [...membersKey(teamId), 'activities', id, language] as const,
    queryFn: async ({ signal }) => {
      const { data } = await api
        .loyalty(teamId)
        .request(listMemberActivities, { params: { member: id }, query: { language }, signal });
      return { total: data.total, activities: data.activities };
    },
  });
}
