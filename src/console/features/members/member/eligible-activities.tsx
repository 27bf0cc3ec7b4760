import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatNumber } from '#console/lib/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatFrequency, formatPointsConfig } from '#console/shared/loyalty/loyalty-points.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { Activity } from '#contract/loyalty/activities.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { isFrequency } from '#contract/loyalty/rules.ts';
import styles from './eligible-activities.module.css';
import { memberActivitiesQuery } from './eligible-activities-query.ts';

/** So many are shown until all are asked for. */
const FIRST = 6;

interface EligibleActivitiesProps {
  readonly member: Member;
  /** A store language. */
  readonly language: string | undefined;
}

/** The activities that the member can earn by now. */
export function EligibleActivities({ member, language }: EligibleActivitiesProps) {
  const teamId = useTeamId();
  const reading = useQuery(memberActivitiesQuery(useApi(), teamId, member.id, language));
  const [showsAll, setShowsAll] = useState(false);
  const { data } = reading;

  if (!data) {
    const problem = toUserFacingError(reading.error, "What the member can earn can't be shown");
    return (
      <CardSection title="Can earn now">
        {problem ? (
          <ErrorState
            error={problem}
            retrying={reading.isFetching}
            onRetry={() => void reading.refetch()}
          />
        ) : (
          <Skeleton height={FIRST * 36} />
        )}
      </CardSection>
    );
  }
  const shown = showsAll ? data.activities : data.activities.slice(0, FIRST);
  return (
    <CardSection title="Can earn now">
      {shown.length === 0 ? (
        <p className={styles.none}>{noneWords(member)}</p>
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
              <span className={styles.limit}>{limitWords(activity)}</span>
            </li>
          ))}
        </ul>
      )}
      {data.activities.length > FIRST && (
        <Button
          variant="ghost"
          size="small"
          className={styles.more}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${formatNumber(data.activities.length)}`}
        </Button>
      )}
      {showsAll && data.total > data.activities.length && (
        <p className={styles.none}>
          The first {formatNumber(data.activities.length)} of {formatNumber(data.total)}.
        </p>
      )}
    </CardSection>
  );
}

function noneWords({ member_status: status }: Member): string {
  return status === 'active'
    ? 'There is nothing that this member can earn by now.'
    : 'Only active members can earn points.';
}

/** How often the activity counts, by its rules in force. */
function limitWords({ rules_config: rules }: Activity): string {
  const limits = (rules ?? [])
    .filter((rule) => rule.is_active && !rule.is_archived && rule.rule_type === 'Frequency')
    .flatMap(({ conditions }) => conditions.filter(isFrequency))
    .map((frequency) => formatFrequency(frequency) ?? 'unknown limit');
  const words = limits.join(', ') || 'no limit';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
