import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { LOCALE } from '#console/lib/locale.ts';
import { useTeamId } from '#console/session/team.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import { type InboxDay, listInboxDays } from '#contract/gateway/inbox-days.ts';
import { dayAfter } from '#contract/loyalty/dates.ts';
import styles from './inbox-days.module.css';

/** Requests by day and outcome; nothing while the inbox is empty or can't count them. */
export function InboxDays({ inbox }: { readonly inbox: Client }) {
  const { data: days = [] } = useQuery(inboxDaysQuery(inbox, useTeamId()));
  const accepted = sumOf(days, ({ accepted: count }) => count);
  const rejected = sumOf(days, ({ rejected: count }) => count);
  const failed = sumOf(days, ({ failed_events: count }) => count);
  const [first] = days;
  if (!first || accepted + rejected === 0) return null;
  const max = Math.max(...days.map((day) => day.accepted + day.rejected));
  return (
    <section aria-label={`The last ${days.length} days`} className={styles.days}>
      <p>
        Last {days.length} days: {formatCount(accepted, 'request')} accepted,{' '}
        {rejected === 0 ? (
          '0 rejected'
        ) : (
          <Link
            to={{ search: requestsSearch({ verdict: 'rejected', since: startOf(first.day) }) }}
            data-bad
          >
            {formatNumber(rejected)} rejected
          </Link>
        )}
        {failed > 0 && (
          <>
            , <span data-bad>{formatCount(failed, 'event')} failed</span>
          </>
        )}
      </p>
      <div className={styles.chart}>
        <span className={styles.zone}>Days in UTC</span>
        <ul className={styles.bars}>
          {days.map((day) => (
            <DayBar key={day.day} day={day} max={max} />
          ))}
        </ul>
      </div>
    </section>
  );
}

interface DayBarProps {
  readonly day: InboxDay;
  /** The requests of the day with the most. */
  readonly max: number;
}

/** A bar that leads to the requests of its day. */
function DayBar({ day: { day, accepted, rejected, failed_events: failed }, max }: DayBarProps) {
  const requests = accepted + rejected;
  const label = [
    // Begins with the number that is shown.
    `${compact(requests)} ${requests === 1 ? 'request' : 'requests'} on ${formatLoyaltyDate(day)} (UTC): ${formatNumber(accepted)} accepted`,
    `${formatNumber(rejected)} rejected`,
    ...(failed > 0 ? [`${formatCount(failed, 'event')} failed`] : []),
  ].join(', ');
  const heightOf = (count: number) => `${(count / max) * BAR_HEIGHT_PX}px`;
  return (
    <li>
      <Link
        to={{
          search: requestsSearch({ since: startOf(day), until: startOf(dayAfter(day) ?? day) }),
        }}
        aria-label={label}
        title={label}
        className={styles.day}
      >
        <span className={styles.count}>{requests > 0 && compact(requests)}</span>
        <span
          className={styles.rejected}
          style={{ blockSize: heightOf(rejected) }}
          data-none={rejected === 0 || undefined}
        />
        <span className={styles.accepted} style={{ blockSize: heightOf(accepted) }} />
      </Link>
      <span aria-hidden="true" className={styles.date}>
        {Number(day.slice(-2))}
      </span>
    </li>
  );
}

/** The height of the highest bar; its number is above it. */
const BAR_HEIGHT_PX = 36;

/** Formats a number that fits above a bar: "12K". */
const { format: compact } = new Intl.NumberFormat(LOCALE, {
  notation: 'compact',
  maximumFractionDigits: 0,
});

function requestsSearch(filters: Record<string, string>): string {
  return new URLSearchParams({ list: 'requests', ...filters }).toString();
}

/** @param day `YYYY-MM-DD` in UTC */
function startOf(day: string): string {
  return `${day}T00:00:00.000Z`;
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
