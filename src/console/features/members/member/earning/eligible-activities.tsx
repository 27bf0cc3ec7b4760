import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  type MemberDetails,
  NotLoadedSection,
} from '#console/features/members/member/not-loaded.tsx';
import { memberQuery, membersKey } from '#console/features/members/members-queries.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { allActivitiesQuery } from '#console/shared/loyalty/activities-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { listMemberActivities } from '#contract/loyalty/activities.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { EarningRow } from './earning-row.tsx';
import styles from './eligible-activities.module.css';

/** Shown before "Show all". */
const INITIAL_COUNT = 6;

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
  const activities = useQuery(memberActivitiesQuery(api, teamId, member.id, language));
  const inDefaultLanguage = useQuery({
    ...memberQuery(api, teamId, member.member_id, undefined),
    enabled: language !== undefined,
  });
  const [isExpanded, setIsExpanded] = useState(false);
  const [showsOthers, setShowsOthers] = useState(false);
  const { data } = activities;
  const compared = (language === undefined ? undefined : inDefaultLanguage.data) ?? member;

  if (!data || details === 'loading') {
    const loadError = toUserFacingError(
      activities.error,
      "Couldn't load what this member can earn",
    );
    return (
      <CardSection title="Can earn now">
        {loadError ? (
          <ErrorState
            error={loadError}
            retrying={activities.isFetching}
            onRetry={() => void activities.refetch()}
          />
        ) : (
          <Skeleton height={INITIAL_COUNT * 36} />
        )}
      </CardSection>
    );
  }
  if (details === 'failed') {
    return <NotLoadedSection title="Can earn now" details={details} height={112} />;
  }
  const shown = isExpanded ? data.activities : data.activities.slice(0, INITIAL_COUNT);
  const isActive = member.member_status === 'active';
  return (
    <CardSection title="Can earn now">
      {shown.length === 0 ? (
        <p className={styles.none}>
          {isActive ? 'Nothing to earn right now.' : 'Only active members can earn points.'}
        </p>
      ) : (
        <>
          <p className={styles.none}>
            “About” marks an estimate, based on the rules and this member's data.
          </p>
          <ul>
            {shown.map((activity) => (
              <EarningRow
                key={activity.id}
                {...{ activity, language }}
                member={compared}
                isEligible
              />
            ))}
          </ul>
        </>
      )}
      <div className={styles.buttons}>
        {data.activities.length > INITIAL_COUNT && (
          <Button variant="ghost" size="small" onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : `Show all ${formatNumber(data.activities.length)}`}
          </Button>
        )}
        {isActive && data.total <= data.activities.length && (
          <Button
            variant="ghost"
            size="small"
            aria-expanded={showsOthers}
            onClick={() => setShowsOthers(!showsOthers)}
          >
            {showsOthers ? 'Hide unavailable activities' : 'Show unavailable activities'}
          </Button>
        )}
      </div>
      {isExpanded && data.total > data.activities.length && (
        <p className={styles.none}>
          Showing the first {formatNumber(data.activities.length)} of {formatNumber(data.total)}.
        </p>
      )}
      {showsOthers && (
        <OtherActivities
          member={compared}
          language={language}
          eligibleIds={new Set(data.activities.map(({ id }) => id))}
        />
      )}
    </CardSection>
  );
}

interface OtherActivitiesProps extends Omit<EligibleActivitiesProps, 'details'> {
  readonly eligibleIds: ReadonlySet<string>;
}

/** The activities that the service leaves out for the member, and why. */
function OtherActivities({ member, language, eligibleIds }: OtherActivitiesProps) {
  const all = useQuery(allActivitiesQuery(useApi(), useTeamId(), language));
  const loadError = all.data
    ? undefined
    : toUserFacingError(all.error, "Couldn't load the other activities");
  if (loadError) {
    return (
      <ErrorState error={loadError} retrying={all.isFetching} onRetry={() => void all.refetch()} />
    );
  }
  if (!all.data) return <Skeleton height={72} />;
  const others = all.data.rows.filter(({ id }) => !eligibleIds.has(id));
  if (others.length === 0)
    return <p className={styles.none}>They can earn points with every activity.</p>;
  return (
    <ul aria-label="Can't earn now">
      {others.map((activity) => (
        <EarningRow key={activity.id} {...{ activity, member, language }} isEligible={false} />
      ))}
    </ul>
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
