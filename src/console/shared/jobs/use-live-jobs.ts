import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConfig, useSession } from '#console/session/session-context.ts';
import { openEventStream, teamStreamUrl } from '#console/shared/live/event-stream.ts';
import { JOBS_STREAM_PATH } from '#contract/gateway/jobs.ts';
import { followJobs } from './follow-jobs.ts';

/** Streams the progress of the team's jobs into the loaded queries. */
export function useLiveJobs(teamId: string): void {
  const baseUrl = useConfig().extensions?.jobs?.baseUrl;
  const session = useSession();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (baseUrl === undefined) return;
    const url = teamStreamUrl(baseUrl, JOBS_STREAM_PATH, teamId);
    return followJobs({
      teamId,
      queryClient,
      open: (lastEventId, signal) =>
        openEventStream({ url, accessSource: session, lastEventId, signal }),
    });
  }, [baseUrl, teamId, session, queryClient]);
}

/** For pages that load this code only when there is a job. */
export function LiveJobs({ teamId }: { readonly teamId: string }) {
  useLiveJobs(teamId);
  return null;
}
