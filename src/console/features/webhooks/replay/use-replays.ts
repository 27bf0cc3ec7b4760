import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { replayQuery, runningReplaysQuery } from '#console/features/webhooks/webhooks-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import type { InboxReplay } from '#contract/gateway/inbox-replays.ts';

interface ShownReplays {
  /** Ids of those that run, and of those that have ended since the page was opened. */
  readonly ids: readonly string[];
  /** Shows one that was just started. */
  readonly show: (replay: InboxReplay) => void;
  /** Shows one no longer. */
  readonly dismiss: (replayId: string) => void;
}

/** The replays that the page shows: those that were found running, and those started from it. */
export function useReplays(inbox: Client): ShownReplays {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { data: running } = useQuery(runningReplaysQuery(inbox, teamId));
  const [ids, setIds] = useState<readonly string[]>([]);

  useEffect(() => {
    setIds((current) => added(current, running ?? []));
  }, [running]);

  return {
    ids,
    show: (replay) => {
      queryClient.setQueryData(replayQuery(inbox, teamId, replay.id).queryKey, replay);
      setIds((current) => added(current, [replay]));
    },
    dismiss: (replayId) => setIds((current) => current.filter((id) => id !== replayId)),
  };
}

/** The same list where nothing is new, so that nothing is drawn again. */
function added(ids: readonly string[], found: readonly InboxReplay[]): readonly string[] {
  const fresh = found.map(({ id }) => id).filter((id) => !ids.includes(id));
  return fresh.length > 0 ? [...fresh, ...ids] : ids;
}
