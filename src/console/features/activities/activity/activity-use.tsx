import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { activityUseDetailsQuery } from '#console/features/activities/activities-queries.ts';
import { formatChange, formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import { PanelState } from '#console/shared/panel-state.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { BarChart } from '#console/ui/chart/bar-chart.tsx';
import tableStyles from '#console/ui/chart/month-table.module.css';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { ActivityUseDetails } from '#contract/points/points.ts';
import styles from './activity-page.module.css';

/** How often members earned by an activity lately, and who did. Renders nothing where that isn't counted. */
export function ActivityUse({ activityId }: { readonly activityId: string }) {
  const { points } = useApi();
  const teamId = useTeamId();
  const query = useQuery(activityUseDetailsQuery(useApi(), teamId, activityId));
  const { data: use } = query;
  if (!points || use === null) return null;
  if (!use) {
    return (
      <CardSection title="Use">
        <PanelState
          errorTitle="Couldn't load the use of the activity"
          error={query.error}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          <Skeleton height={220} />
        </PanelState>
      </CardSection>
    );
  }
  return (
    <>
      <CardSection title="Use">
        {use.days.some(({ times }) => times > 0) ? (
          <UseChart days={use.days} />
        ) : (
          <p className={styles.muted}>
            Nobody earned by this activity in the last {use.days.length} days.
          </p>
        )}
      </CardSection>
      {use.members.length > 0 && (
        <CardSection title="Earned last by">
          <MembersTable teamId={teamId} members={use.members} />
        </CardSection>
      )}
    </>
  );
}

function UseChart({ days }: Pick<ActivityUseDetails, 'days'>) {
  const times = days.reduce((sum, each) => sum + each.times, 0);
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return (
    <BarChart
      label={`Earned ${formatCount(times, 'time')} in the last ${days.length} days`}
      bars={days.map((each) => ({
        key: each.day,
        value: each.times,
        label: `${formatLoyaltyDate(each.day)}: earned ${formatCount(each.times, 'time')}, ${formatCount(each.points, 'point')}`,
      }))}
      current={days.length - 1}
      axis={
        <div className={styles.axis} aria-hidden="true">
          <span>{formatLoyaltyDate(first)}</span>
          <span>{formatLoyaltyDate(last)}</span>
        </div>
      }
    />
  );
}

interface MembersTableProps extends Pick<ActivityUseDetails, 'members'> {
  readonly teamId: string;
}

function MembersTable({ teamId, members }: MembersTableProps) {
  return (
    <table aria-label="Earned last by" className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Points</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a member can earn twice at the same time
          <tr key={index}>
            <th scope="row">
              <Link to={paths.member(teamId, member.member_id)}>
                {member.name ?? member.member_id}
              </Link>
            </th>
            <td>
              {member.needs_approval
                ? `${formatNumber(member.points)}, by approval`
                : formatChange(member.points)}
            </td>
            <td>
              <RelativeTime at={member.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
