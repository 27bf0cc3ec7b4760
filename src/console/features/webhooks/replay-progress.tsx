import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { explain } from '#console/api/explain.ts';
import { formatCount, formatNumber } from '#console/lib/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { ProblemNotice } from '#console/ui/problem-notice.tsx';
import styles from './replay-dialog.module.css';
import { replayProgressQuery } from './webhooks-queries.ts';

interface ReplayProgressProps {
  readonly inbox: Client;
  /** ISO 8601. */
  readonly since: string;
  /** How many events are worked on again. */
  readonly replayed: number;
}

/** How far a replay has come, and what came of it. It goes on without being watched. */
export function ReplayProgress({ inbox, since, replayed }: ReplayProgressProps) {
  const teamId = useTeamId();
  const { data, error } = useQuery(replayProgressQuery(inbox, teamId, since));
  const problem = explain(error, "How far it has come can't be read");
  const done = data ? Math.max(0, replayed - data.waiting) : 0;
  const isDone = data?.waiting === 0;

  return (
    <div className={styles.fields}>
      <progress aria-label="Replayed" className={styles.progress} max={replayed} value={done} />
      <p role="status">
        {isDone
          ? `${formatCount(replayed, 'event was', 'events were')} replayed.`
          : `${formatNumber(done)} of ${formatCount(replayed, 'event')} replayed. You can close this: the work goes on.`}
      </p>
      {isDone && data.failed > 0 && (
        <p>
          <Link to={{ pathname: paths.webhooks(teamId), search: failedSince(since) }}>
            See {formatCount(data.failed, 'event')} that failed
          </Link>
        </p>
      )}
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}

function failedSince(since: string): string {
  return new URLSearchParams({ state: 'failed', since }).toString();
}
