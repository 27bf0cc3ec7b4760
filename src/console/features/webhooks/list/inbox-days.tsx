import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import { inboxKey } from '#console/shared/webhooks/inbox-key.ts';
import { type InboxDay, listInboxDays } from '#contract/gateway/inbox-days.ts';
import { dayAfter } from '#contract/loyalty/dates.ts';
import styles from './inbox-days.module.css';

/** Requests by day and outcome; nothing while the inbox is empty or can't count them. */
export function InboxDays({ inbox }: { readonly inbox: Client }) {
  const { data: days = [] } = useQuery(inboxDaysQuery(inbox, useTeamId()));
  const accepted = sumOf(days, ({ accepted: count }) => count);
  const rejected = sumOf(days, ({ rejected: count }) => count);
  const failed = sumOf(days, ({ failed_events: count }) => count);
  if (accepted + rejected === 0) return null;
  const max = Math.max(...days.map((day) => day.accepted + day.rejected));
  return (
    <section aria-label={`The last ${days.length} days`} className={styles.days}>
      <p>
        Last {days.length} days: {formatCount(accepted, 'request')} accepted,{' '}
        <span data-bad={rejected > 0 || undefined}>{formatNumber(rejected)} rejected</span>
        {failed > 0 && (
          <>
            , <span data-bad>{formatCount(failed, 'event')} failed</span>
          </>
        )}
      </p>
      <ul className={styles.bars}>
        {days.map((day) => (
          <DayBar key={day.day} day={day} max={max} />
        ))}
      </ul>
    </section>
  );
}

interface DayBarProps {
  readonly day: InboxDay;
  /** Of the day with the most requests. */
  readonly max: number;
}

/** A bar that leads to the requests of its day. */
function DayBar({ day: { day, accepted, rejected, failed_events: failed }, max }: DayBarProps) {
  const label = [
    `${formatLoyaltyDate(day)} (UTC): ${formatNumber(accepted)} accepted`,
    `${formatNumber(rejected)} rejected`,
    ...(failed > 0 ? [`${formatCount(failed, 'event')} failed`] : []),
  ].join(', ');
  const search = new URLSearchParams({
    list: 'requests',
    since: `${day}T00:00:00.000Z`,
    until: `${dayAfter(day)}T00:00:00.000Z`,
  });
  return (
    <li>
      <Link
        to={{ search: search.toString() }}
        aria-label={label}
        title={label}
        className={styles.day}
      >
        <span
          className={styles.rejected}
          style={{ blockSize: `${(rejected / max) * 100}%` }}
          data-none={rejected === 0 || undefined}
        />
        <span className={styles.accepted} style={{ blockSize: `${(accepted / max) * 100}%` }} />
      </Link>
    </li>
  );
}

function sumOf(days: readonly InboxDay[], countOf: (day: InboxDay) => number): number {
  return days.reduce((sum, day) => sum + countOf(day), 0);
}

function inboxDaysQuery(inbox: Client, teamId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'days'] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId };
      return (await inbox.request(listInboxDays, { params, signal })).data;
    },
  });
}
