import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openEventStream } from '#console/api/event-stream.ts';
import { requestUrl } from '#console/api/request-url.ts';
import { inboxKey } from '#console/features/webhooks/webhooks-queries.ts';
import { useConfig, useSession } from '#console/session/session-context.ts';
import { INBOX_STREAM_PATH } from '#contract/gateway/inbox.ts';
import { followInbox, type LiveStatus } from './live-inbox.ts';

/** Events within this time cause only one refetch. */
const COALESCE_MS = 400;

/** Refetches the team's inbox whenever an event is received, while the page is open. */
export function useLiveInbox(teamId: string): LiveStatus {
  const { inbox } = useConfig();
  const session = useSession();
  const queryClient = useQueryClient();
  const [status, setStatus] = useState<LiveStatus>('connecting');
  const baseUrl = inbox?.baseUrl;

  useEffect(() => {
    if (baseUrl === undefined) return;
    const url = requestUrl(
      new URL(baseUrl, location.origin).href,
      { path: INBOX_STREAM_PATH },
      { team_id: teamId },
      {},
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      void queryClient.invalidateQueries({
        queryKey: inboxKey(teamId),
        // A hidden tab refetches when it becomes visible.
        refetchType: document.hidden ? 'none' : 'active',
      });
    };
    const stop = followInbox({
      name: `patron.inbox.${teamId}`,
      open: (lastEventId, signal) =>
        openEventStream({ url, accessSource: session, lastEventId, signal }),
      onStatus: setStatus,
      onEvent: () => {
        timer ??= setTimeout(refresh, COALESCE_MS);
      },
    });
    return () => {
      stop();
      clearTimeout(timer);
      setStatus('connecting');
    };
  }, [baseUrl, teamId, session, queryClient]);
  return status;
}
