import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatFrequency, formatPointsConfig } from '#console/shared/loyalty/loyalty-points.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { type Activity, listMemberActivities } from '#contract/loyalty/activities.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { isFrequency } from '#contract/loyalty/rules.ts';
import styles from './eligible-activities.module.css';

/** Shown before "Show all". */
const INITIAL_COUNT = 6;

interface EligibleActivitiesProps {
  readonly member: Member;
  /** A store language; the program's default if undefined. */
  readonly language: string | undefined;
}

/** The activities that the member can earn points with now. */
export function EligibleActivities({ member, language }: EligibleActivitiesProps) {
  const teamId = useTeamId();
  const activities = useQuery(memberActivitiesQuery(useApi(), teamId, member.id, language));
  const [isExpanded, setIsExpanded] = useState(false);
  const { data } = activities;

  if (!data) {
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
  const shown = isExpanded ? data.activities : data.activities.slice(0, INITIAL_COUNT);
  return (
    <CardSection title="Can earn now">
      {shown.length === 0 ? (
        <p className={styles.none}>{emptyText(member)}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((activity) => (
            <li key={activity.id} className={styles.activity}>
              <Link
                to={{
                  pathname: paths.activity(teamId, activity.activity_id),
                  search: language === undefined ? '' : `${new URLSearchParams({ language })}`,
                }}
                className={styles.name}
              >
                {activity.activity_name}
              </Link>
              <span>{formatPointsConfig(activity.points_config) ?? '—'}</span>
              <span className={styles.limit}>{formatLimits(activity)}</span>
            </li>
          ))}
        </ul>
      )}
      {data.activities.length > INITIAL_COUNT && (
        <Button
          variant="ghost"
          size="small"
          className={styles.more}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show fewer' : `Show all ${formatNumber(data.activities.length)}`}
        </Button>
      )}
      {isExpanded && data.total > data.activities.length && (
        <p className={styles.none}>
          Showing the first {formatNumber(data.activities.length)} of {formatNumber(data.total)}.
        </p>
      )}
    </CardSection>
  );
}

function emptyText({ member_status: status }: Member): string {
  return status === 'active'
    ? 'Nothing to earn right now.'
    : 'Only active members can earn points.';
}

/** How often the activity earns points, from its active rules. */
function formatLimits({ rules_config: rules }: Activity): string {
  const limits = (rules ?? [])
    .filter((rule) => rule.is_active && !rule.is_archived && rule.rule_type === 'Frequency')
    .flatMap(({ conditions }) => conditions.filter(isFrequency))
    .map((frequency) => formatFrequency(frequency) ?? 'unknown limit');
  const text = limits.join(', ') || 'no limit';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
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
