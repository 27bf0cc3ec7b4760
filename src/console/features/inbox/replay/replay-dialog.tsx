import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  type ReplayFilters,
  replayableQuery,
  replayedQuery,
} from '#console/features/inbox/inbox-queries.ts';
import { filterLabels, type InboxFilters, NO_FILTERS } from '#console/features/inbox/inbox-view.ts';
import { fromDatetimeLocal, toDatetimeLocal } from '#console/lib/dates/datetime-local.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { type InboxReplay, startInboxReplay } from '#contract/gateway/inbox-replays.ts';
import styles from './replay-dialog.module.css';
import { describeReplayable } from './replay-labels.ts';

/** The initial range goes back this far. */
const DEFAULT_RANGE_MS = 3_600_000;

interface ReplayDialogProps {
  readonly inbox: Client;
  /** The filters of the list. */
  readonly filters: InboxFilters;
  readonly onStart: (replay: InboxReplay) => void;
  readonly onClose: () => void;
}

/** Counts the events of the list, or without filters those since a time, and replays them. */
export function ReplayDialog({ inbox, filters, onStart, onClose }: ReplayDialogProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  // Replays always leave out tests.
  const labels = filterLabels({ ...filters, test: undefined });
  const hasFilters = labels.length > 0;
  const [field, setField] = useState(() =>
    toDatetimeLocal(new Date(Date.now() - DEFAULT_RANGE_MS)),
  );
  const since = fromDatetimeLocal(field);
  const { event_type, member_id, state, since: from, until, q } = filters;
  const replayed: ReplayFilters = hasFilters
    ? { event_type, member_id, state, since: from, until }
    : { ...NO_REPLAY_FILTERS, since };
  const isKnown = q === undefined && (hasFilters || since !== undefined);
  const counted = useDeferredValue(replayed);
  const countOptions = replayableQuery(inbox, teamId, counted);
  const countQuery = useQuery({ ...countOptions, enabled: isKnown });
  const replayedBefore = useQuery({ ...replayedQuery(inbox, teamId, counted), enabled: isKnown });
  const count = countQuery.isFetching ? undefined : countQuery.data;
  const start = useMutation({
    mutationFn: async (expected: number) => {
      const params = { team_id: teamId };
      // Malformed events were counted as none.
      const { state, ...others } = replayed;
      const body = { ...others, ...(state === 'malformed' ? {} : { state }), expected };
      return (await inbox.request(startInboxReplay, { params, body })).data;
    },
    onSuccess: (replay) => {
      onStart(replay);
      onClose();
    },
    // There may be another number of events by now.
    onError: () => queryClient.invalidateQueries({ queryKey: countOptions.queryKey }),
  });
  const error =
    toUserFacingError(start.error, "Couldn't start the replay") ??
    toUserFacingError(countQuery.error, "Couldn't count the events");
  return (
    <Dialog
      title="Replay events"
      size="small"
      description="Events are processed again exactly as received, except tests. Nothing is sent to the loyalty program, and older events don't overwrite newer member data."
      onClose={onClose}
    >
      <div className={styles.fields}>
        {hasFilters ? (
          <p>
            Replays the events of this list: <strong>{labels.join(' · ')}</strong>
          </p>
        ) : (
          <TextField
            type="datetime-local"
            label="Received since"
            hint="Times are in your time zone. To replay fewer events, filter the list first."
            max={toDatetimeLocal(new Date())}
            error={since === undefined ? 'Choose a time' : undefined}
            value={field}
            onChange={({ target }) => setField(target.value)}
          />
        )}
        <p role="status" className={styles.count}>
          {describeReplayable({ count, replayed: replayedBefore.data, hasFilters })}
        </p>
        {error && <ErrorNotice error={error} />}
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          loading={start.isPending}
          disabledReason={
            q === undefined
              ? disabledReasonFor(isKnown, count)
              : 'Remove the search first. Replays can use every other filter'
          }
          onClick={() => count !== undefined && start.mutate(count)}
        >
          {count ? `Replay ${formatCount(count, 'event')}` : 'Replay events'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const { verdict: _verdict, q: _q, test: _test, ...NO_REPLAY_FILTERS } = NO_FILTERS;

function disabledReasonFor(isKnown: boolean, count: number | undefined): string | undefined {
  if (!isKnown) return 'Choose a time first';
  if (count === undefined) return 'Still counting the events';
  return count === 0 ? 'No events to replay' : undefined;
}
