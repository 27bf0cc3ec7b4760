import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openEventStream } from '#console/api/event-stream.ts';
import { requestUrl } from '#console/api/request-url.ts';
import { inboxKey } from '#console/features/webhooks/webhooks-queries.ts';
import { useConfig, useSession } from '#console/session/session-context.ts';
import { INBOX_STREAM_PATH } from '#contract/gateway/inbox.ts';
import { followInbox, type LiveStatus } from './live-inbox.ts';

/** Events that come one after another lead to one reading of the list, in ms. */
const GATHER_MS = 400;

/** Reads the team's inbox again whenever something came in, for as long as the page is shown. */
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
        // A tab that nobody looks at reads when it is looked at.
        refetchType: document.hidden ? 'none' : 'active',
      });
    };
    const stop = followInbox({
      name: `patron.inbox.${teamId}`,
      open: (lastEventId, signal) =>
        openEventStream({ url, accessSource: session, lastEventId, signal }),
      onStatus: setStatus,
      onEvent: () => {
        timer ??= setTimeout(refresh, GATHER_MS);
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
