import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  type MemberDetails,
  NotLoadedSection,
} from '#console/features/members/member/not-loaded.tsx';
import { memberQuery, membersKey } from '#console/features/members/members-queries.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import {
  type AllActivities,
  allActivitiesQuery,
} from '#console/shared/loyalty/activities-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { type Activity, listMemberActivities } from '#contract/loyalty/activities.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { EarningRow } from './earning-row.tsx';
import styles from './eligible-activities.module.css';
import { estimateEarning, isUsedUp } from './estimate-earning.ts';

/** Shown of each kind of special activity before "Show all". */
const SPECIAL_COUNT = 3;
/** Programs rarely change. */
const ALL_STALE_AFTER_MS = 5 * 60_000;

export interface EligibleActivitiesProps {
  readonly member: Member;
  /** The estimates need all fields of the member. */
  readonly details: MemberDetails;
  /** A store language; the program's default if undefined. */
  readonly language: string | undefined;
}

/**
 * What the member can earn points with now, what not, and why. At first only what is special about this
 * member: limits that are reached, and bonuses.
 */
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
      {eligible.data && !all.isLoading && details === 'loaded' ? (
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
        <Skeleton height={2 * SPECIAL_COUNT * 36} />
      )}
    </CardSection>
  );
}

interface EarningListsProps extends Omit<EligibleActivitiesProps, 'details'> {
  /** The first hundred, and how many there are. */
  readonly eligible: { readonly total: number; readonly activities: readonly Activity[] };
  /** The program's activities; undefined if they couldn't be loaded. */
  readonly all: AllActivities | undefined;
  readonly allError: ReactNode;
}

function EarningLists({ member, language, eligible, all, allError }: EarningListsProps) {
  const now = useNow();
  const [isExpanded, setIsExpanded] = useState(false);
  const [showsOthers, setShowsOthers] = useState(false);
  const { total, activities } = eligible;
  const isActive = member.member_status === 'active';
  const hasOthers = isActive && total <= activities.length;

  const isBonus = (activity: Activity) => estimateEarning(activity, member, now).hasBonus;
  const bonuses = activities.filter(isBonus);
  const shown = isExpanded
    ? [...bonuses, ...activities.filter((activity) => !bonuses.includes(activity))]
    : bonuses.slice(0, SPECIAL_COUNT);
  const eligibleIds = new Set(activities.map(({ id }) => id));
  const excluded = hasOthers ? (all?.rows ?? []).filter(({ id }) => !eligibleIds.has(id)) : [];
  const usedUp = excluded
    .filter((activity) => isUsedUp(activity, estimateEarning(activity, member, now)))
    .slice(0, SPECIAL_COUNT);
  const others = excluded.filter((activity) => !usedUp.includes(activity));

  return (
    <>
      <p className={styles.none}>
        {isActive ? countText(total, all) : 'Only active members can earn points.'}
        {shown.length > 0 &&
          " “About” marks an estimate, based on the rules and this member's data."}
      </p>
      <ul>
        {usedUp.map((activity) => (
          <EarningRow key={activity.id} {...{ activity, member, language }} isEligible={false} />
        ))}
        {shown.map((activity) => (
          <EarningRow key={activity.id} {...{ activity, member, language }} isEligible />
        ))}
      </ul>
      <div className={styles.buttons}>
        {activities.length > bonuses.slice(0, SPECIAL_COUNT).length && (
          <Button variant="ghost" size="small" onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : `Show all ${formatNumber(activities.length)}`}
          </Button>
        )}
        {hasOthers && (
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
      {isExpanded && total > activities.length && (
        <p className={styles.none}>
          Showing the first {formatNumber(activities.length)} of {formatNumber(total)}.
        </p>
      )}
      {showsOthers && all && others.length === 0 && (
        <p className={styles.none}>There are no other activities.</p>
      )}
      {showsOthers && all && others.length > 0 && (
        <ul aria-label="Can't earn now">
          {others.map((activity) => (
            <EarningRow key={activity.id} {...{ activity, member, language }} isEligible={false} />
          ))}
        </ul>
      )}
      {showsOthers && !all && allError}
    </>
  );
}

/** "31 of 37 active activities." */
function countText(total: number, all: AllActivities | undefined): string {
  if (total === 0) return 'Nothing to earn right now.';
  if (!all?.isComplete) return `${formatCount(total, 'activity', 'activities')}.`;
  const active = all.rows.filter(({ is_active: isActive }) => isActive).length;
  return `${formatNumber(total)} of ${formatCount(active, 'active activity', 'active activities')}.`;
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
