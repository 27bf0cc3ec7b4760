import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { requestUrl } from '#console/api/request-url.ts';
import { useConfig, useSession } from '#console/session/session-context.ts';
import { openEventStream } from '#console/shared/live/event-stream.ts';
import { JOBS_STREAM_PATH } from '#contract/gateway/jobs.ts';
import { followJobs } from './follow-jobs.ts';

/** Shows the progress of the team's jobs as it is streamed. */
export function useLiveJobs(teamId: string): void {
  const baseUrl = useConfig().extensions?.jobs?.baseUrl;
  const session = useSession();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (baseUrl === undefined) return;
    const url = requestUrl(
      new URL(baseUrl, location.origin).href,
      { path: JOBS_STREAM_PATH },
      { team_id: teamId },
      {},
    );
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
