import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import styles from '#console/features/webhooks/item-page.module.css';
import { requestOutcome } from '#console/features/webhooks/outcome-labels.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { inboxKey } from '#console/shared/webhooks/inbox-key.ts';
import { CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { type InboxDelivery, listInboxDeliveries } from '#contract/gateway/inbox.ts';
import { WEBHOOK_MAX_ATTEMPTS, WEBHOOK_RETRY_SECONDS } from '#contract/loyalty/webhooks.ts';

interface RequestAttemptsProps {
  readonly inbox: Client;
  readonly request: InboxDelivery;
}

/** All attempts to deliver a request, which have the same request id, and when the next one is due. */
export function RequestAttempts({ inbox, request }: RequestAttemptsProps) {
  const teamId = useTeamId();
  const id = request.request_id ?? request.claimed_request_id ?? '';
  const { data: attempts } = useQuery({
    ...attemptsQuery(inbox, teamId, id),
    enabled: id !== '',
  });
  const now = useNow();
  const last = attempts?.at(-1);
  if (!attempts || !last) return null;
  const nextAt = nextAttemptAt(attempts, now);
  return (
    <CardSection title="Attempts">
      <ol className={styles.attempts}>
        {attempts.map((attempt) => {
          const { id: attemptId, verdict, reason, received_at } = attempt;
          const { tone, label } = requestOutcome(verdict, reason);
          return (
            <li key={attemptId} aria-current={attemptId === request.id || undefined}>
              {attemptId === request.id ? (
                <strong>#{attemptId}</strong>
              ) : (
                <Link to={paths.webhookRequest(teamId, attemptId)}>#{attemptId}</Link>
              )}
              <StatusDot tone={tone}>{label}</StatusDot>
              <span className={styles.muted}>
                {formatResponse(attempt)}, <RelativeTime at={received_at} />
              </span>
            </li>
          );
        })}
      </ol>
      {nextAt && (
        <p className={styles.muted}>
          The sender should try again <RelativeTime at={nextAt.toISOString()} />.
        </p>
      )}
    </CardSection>
  );
}

/** "401 in 12 ms". */
export function formatResponse(delivery: InboxDelivery): string {
  const { response_status: status, duration_ms: duration } = delivery;
  return duration == null ? String(status) : `${status} in ${formatNumber(duration)} ms`;
}

/** When the sender tries again (decisions.md, 35); undefined if it has succeeded or given up. */
function nextAttemptAt(attempts: readonly InboxDelivery[], now: Date): Date | undefined {
  const last = attempts.at(-1);
  const hasSucceeded = attempts.some(({ response_status: status }) => status === 200);
  if (!last || last.test || hasSucceeded || attempts.length >= WEBHOOK_MAX_ATTEMPTS) {
    return undefined;
  }
  const next = new Date(Date.parse(last.received_at) + WEBHOOK_RETRY_SECONDS * 1000);
  return next > now ? next : undefined;
}

/** Oldest first. */
function attemptsQuery(inbox: Client, teamId: string, requestId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'attempts', requestId] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId };
      const query = { request_id: requestId, count: 50 };
      const { data } = await inbox.request(listInboxDeliveries, { params, query, signal });
      return data.reverse();
    },
  });
}
