import { useState } from 'react';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import type { Job } from '#contract/gateway/job.ts';
import { DELETED_WITHOUT_ID_TOKEN_MAX, DELETION_DELAY_SECONDS } from '#contract/gateway/jobs.ts';

/** Whether a job waits so that it can still be stopped before its first member is gone. */
export function startsLater({ kind, state, total }: Pick<Job, 'kind' | 'state' | 'total'>) {
  return kind === 'delete' && state === 'queued' && total > DELETED_WITHOUT_ID_TOKEN_MAX;
}

/** "Starts in 8 seconds", of a job that `startsLater`. */
export function StartCountdown({ job }: { readonly job: Pick<Job, 'created_at'> }) {
  const delayMs = DELETION_DELAY_SECONDS * 1000;
  // The clock of this device may differ from the server's.
  const [latest] = useState(() => Date.now() + delayMs);
  const seconds = useCountdown(Math.min(Date.parse(job.created_at) + delayMs, latest));
  if (seconds === 0) return 'Starting';
  return `Starts in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
