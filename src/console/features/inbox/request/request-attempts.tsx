import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import styles from '#console/features/inbox/item-page.module.css';
import { formatResponse, requestOutcome } from '#console/features/inbox/outcome-labels.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { type InboxDelivery, listInboxDeliveries } from '#contract/gateway/inbox.ts';
import { WEBHOOK_MAX_ATTEMPTS, WEBHOOK_RETRY_SECONDS } from '#contract/loyalty/webhooks.ts';

interface RequestAttemptsProps {
  readonly inbox: Client;
  readonly request: InboxDelivery;
}

/** All attempts to deliver a request, which have the same request id, and whether the sender tries again. */
export function RequestAttempts({ inbox, request }: RequestAttemptsProps) {
  const teamId = useTeamId();
  const id = request.request_id ?? request.claimed_request_id ?? '';
  const { data: attempts } = useQuery({
    ...attemptsQuery(inbox, teamId, id),
    enabled: id !== '',
  });
  if (!attempts || attempts.length === 0) return null;
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
      {canBeRetried(attempts) && (
        <p className={styles.muted}>
          By default, the sender tries again every {WEBHOOK_RETRY_SECONDS / 60} minutes, up to{' '}
          {WEBHOOK_MAX_ATTEMPTS} times in all.
        </p>
      )}
    </CardSection>
  );
}

/** Whether it can be delivered again: not after a success, the last attempt, or a test. */
function canBeRetried(attempts: readonly InboxDelivery[]): boolean {
  const hasSucceeded = attempts.some(({ response_status: status }) => status === 200);
  return !hasSucceeded && !attempts.at(-1)?.test && attempts.length < WEBHOOK_MAX_ATTEMPTS;
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
