import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { replayQuery, runningReplaysQuery } from '#console/features/inbox/inbox-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import type { InboxReplay } from '#contract/gateway/inbox-replays.ts';

interface ShownReplays {
  /** Ids of running replays, and of those that ended since the page was opened. */
  readonly ids: readonly string[];
  readonly show: (replay: InboxReplay) => void;
  readonly dismiss: (replayId: string) => void;
}

/** The replays shown on the page: those found running, and those started from it. */
export function useReplays(inbox: Client): ShownReplays {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { data: running } = useQuery(runningReplaysQuery(inbox, teamId));
  const [{ ids, lastRunning }, setState] = useState<{
    ids: readonly string[];
    lastRunning?: readonly InboxReplay[] | undefined;
  }>({ ids: [] });

  // Replays that are no longer running stay on the page until they are dismissed.
  if (running !== lastRunning) {
    setState({ ids: withReplays(ids, running ?? []), lastRunning: running });
  }

  const update = (change: (ids: readonly string[]) => readonly string[]) =>
    setState((state) => ({ ...state, ids: change(state.ids) }));
  return {
    ids,
    show: (replay) => {
      queryClient.setQueryData(replayQuery(inbox, teamId, replay.id).queryKey, replay);
      update((current) => withReplays(current, [replay]));
    },
    dismiss: (replayId) => update((current) => current.filter((id) => id !== replayId)),
  };
}

function withReplays(ids: readonly string[], replays: readonly InboxReplay[]): readonly string[] {
  const newIds = replays.map(({ id }) => id).filter((id) => !ids.includes(id));
  return newIds.length > 0 ? [...newIds, ...ids] : ids;
}
