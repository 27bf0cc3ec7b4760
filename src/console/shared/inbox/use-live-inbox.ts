import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { useConfig, useSession } from '#console/session/session-context.ts';
import { openEventStream, teamStreamUrl } from '#console/shared/live/event-stream.ts';
import { followStream, type LiveStatus } from '#console/shared/live/follow-stream.ts';
import { INBOX_STREAM_EVENT, INBOX_STREAM_PATH } from '#contract/gateway/inbox.ts';
import { inboxKey } from './inbox-key.ts';

/** Events within this time cause only one refetch. */
const COALESCE_MS = 400;

/**
 * Refetches the team's inbox whenever an event is received, while the page is open.
 *
 * @param onMembers called with the members that new events are about
 */
export function useLiveInbox(
  teamId: string,
  onMembers: (memberIds: ReadonlySet<string>) => void = () => {},
): LiveStatus {
  const handleMembers = useEffectEvent(onMembers);
  const { inbox } = useConfig();
  const session = useSession();
  const queryClient = useQueryClient();
  const [status, setStatus] = useState<LiveStatus>('connecting');
  const baseUrl = inbox?.baseUrl;

  useEffect(() => {
    if (baseUrl === undefined) return;
    const url = teamStreamUrl(baseUrl, INBOX_STREAM_PATH, teamId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let memberIds = new Set<string>();
    const refresh = () => {
      timer = undefined;
      handleMembers(memberIds);
      memberIds = new Set();
      void queryClient.invalidateQueries({
        queryKey: inboxKey(teamId),
        // A hidden tab refetches when it becomes visible.
        refetchType: document.hidden ? 'none' : 'active',
      });
    };
    const stop = followStream({
      name: `patron.inbox.${teamId}`,
      eventName: INBOX_STREAM_EVENT,
      open: (lastEventId, signal) =>
        openEventStream({ url, accessSource: session, lastEventId, signal }),
      onStatus: setStatus,
      onEvent: (data) => {
        const memberId = memberOf(data);
        if (memberId !== undefined) memberIds.add(memberId);
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

const eventSchema = z.object({ member_id: z.string() });

/** The member of an event, which is JSON. */
function memberOf(data = ''): string | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(data)).data?.member_id;
  } catch {
    return undefined;
  }
}
