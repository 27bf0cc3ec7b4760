import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import {
  type MonthEnrollments,
  useEnrollments,
} from '#console/features/overview/enrollments/use-enrollments.ts';
import {
  buyersQuery,
  enrolledBetweenQuery,
  useFacets,
  useMemberTotals,
} from '#console/features/overview/members/facets.ts';
import {
  eventsTodayQuery,
  eventsYesterdayQuery,
} from '#console/features/overview/overview-queries.ts';
import { startOfDay } from '#console/lib/dates/datetime-local.ts';
import { formatDayRange, sameDaysOfMonthBefore } from '#console/lib/dates/months.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { Card } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { Figure } from './figure.tsx';
import styles from './figures-panel.module.css';

/** Members who bought within this time count as buyers. */
const BUYER_DAYS = 90;

interface FiguresPanelProps {
  readonly teamId: string;
  readonly inbox: Client | undefined;
}

/**
 * The key figures of the program. If one fails, the panel below with the same data shows the details of
 * the error.
 */
export function FiguresPanel({ teamId, inbox }: FiguresPanelProps) {
  const canRead = useMissingScope('teams:read') === undefined;
  const totals = useMemberTotals(teamId, canRead);
  const { facets } = useFacets(teamId, canRead);
  const missingScope = canRead ? undefined : 'teams:read';
  return (
    <Card>
      <dl className={styles.figures}>
        <Figure
          label="Active members"
          to={`${paths.members(teamId)}?status=active`}
          query={totals}
          missingScope={missingScope}
          value={totals.data?.active}
        />
        <EnrolledThisMonth teamId={teamId} hasDirectory={facets !== undefined} />
        {facets ? (
          <Figure
            label="Available points"
            to={`${paths.members(teamId)}?sort=-points`}
            query={totals}
            missingScope={missingScope}
            value={facets.points.total}
            note={
              facets.points.median === null
                ? undefined
                : `median ${formatNumber(Math.round(facets.points.median))} per member`
            }
          />
        ) : (
          <Figure
            label="Blocked or opted out"
            to={`${paths.members(teamId)}?status=blocked`}
            query={totals}
            missingScope={missingScope}
            value={totals.data && totals.data.blocked + totals.data.opted_out}
          />
        )}
        {facets && (
          <BoughtLately
            teamId={teamId}
            activeMembers={facets.statuses.find(({ value }) => value === 'active')?.count ?? 0}
          />
        )}
        {inbox && <EventsToday teamId={teamId} inbox={inbox} />}
      </dl>
    </Card>
  );
}

interface BoughtLatelyProps {
  readonly teamId: string;
  readonly activeMembers: number;
}

/** How many active members still buy. */
function BoughtLately({ teamId, activeMembers }: BoughtLatelyProps) {
  const since = new Date(useNow());
  since.setUTCDate(since.getUTCDate() - BUYER_DAYS);
  const buyers = useQuery(buyersQuery(useApi(), teamId, since.toISOString().slice(0, 10)));
  return (
    <Figure
      label={`Bought in the last ${BUYER_DAYS} days`}
      query={buyers}
      missingScope={undefined}
      value={buyers.data}
      to={`${paths.members(teamId)}?status=active&last_purchase_last=${BUYER_DAYS}`}
      note={
        buyers.data === undefined
          ? undefined
          : `${formatNumber(Math.max(0, activeMembers - buyers.data))} other active members`
      }
    />
  );
}

interface EnrolledThisMonthProps {
  readonly teamId: string;
  /** Only the directory lists members of every status and counts any range of days in one request. */
  readonly hasDirectory: boolean;
}

/** Compared with the same days of the month before. */
function EnrolledThisMonth({ teamId, hasDirectory }: EnrolledThisMonthProps) {
  const canRead = useMissingScope('teams:read') === undefined;
  const enrollments = useEnrollments(teamId, canRead);
  const now = useNow();
  const days = sameDaysOfMonthBefore(now);
  const { data: before } = useQuery({
    ...enrolledBetweenQuery(useApi(), teamId, days),
    enabled: canRead && hasDirectory,
  });
  const month = enrollments.data?.at(-1);
  const [first, last] = days;
  return (
    <Figure
      label="Enrolled this month"
      query={enrollments}
      missingScope={canRead ? undefined : 'teams:read'}
      value={month?.total}
      to={
        month &&
        `${paths.members(teamId)}?enrolled_from=${month.month.first}&enrolled_to=${month.month.last}`
      }
      note={
        month && before !== undefined
          ? formatComparison(month.total, before, formatDayRange(first, last))
          : activeNote(month)
      }
    />
  );
}

/** The program's own list, where the figure leads without a directory, has only active members. */
function activeNote(month: MonthEnrollments | undefined): string | undefined {
  const active = month?.byStatus?.active;
  return active === undefined || active === month?.total
    ? undefined
    : `${formatNumber(active)} active now`;
}

function EventsToday({ teamId, inbox }: { readonly teamId: string; readonly inbox: Client }) {
  const canRead = useMissingScope('webhooks:read') === undefined;
  const today = useQuery({ ...eventsTodayQuery(inbox, teamId), enabled: canRead });
  const { data: before } = useQuery({ ...eventsYesterdayQuery(inbox, teamId), enabled: canRead });
  const missingScope = canRead ? undefined : 'webhooks:read';
  const counted = new URLSearchParams({ since: startOfDay(useNow()).toISOString(), test: 'false' });
  return (
    <Figure
      label="Events today"
      to={`${paths.webhooks(teamId)}?${counted}`}
      query={today}
      missingScope={missingScope}
      value={today.data}
      note={
        today.data === undefined || before === undefined
          ? undefined
          : formatComparison(today.data, before, 'yesterday at this time')
      }
    />
  );
}

/** "6 more than Oct 1 – 24". */
function formatComparison(value: number, before: number, period: string): string {
  if (value === before) return `same as ${period}`;
  const difference = formatNumber(Math.abs(value - before));
  return `${difference} ${value > before ? 'more' : 'fewer'} than ${period}`;
}
