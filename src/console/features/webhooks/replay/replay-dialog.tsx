import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { replayableQuery } from '#console/features/webhooks/webhooks-queries.ts';
import { fromDatetimeLocal, toDatetimeLocal } from '#console/lib/dates/datetime-local.ts';
import { formatCount } from '#console/lib/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { type InboxReplay, startInboxReplay } from '#contract/gateway/inbox-replays.ts';
import styles from './replay-dialog.module.css';

/** The initial range goes back this far. */
const DEFAULT_RANGE_MS = 3_600_000;

interface ReplayDialogProps {
  readonly inbox: Client;
  readonly onStart: (replay: InboxReplay) => void;
  readonly onClose: () => void;
}

/** Counts the events since a time, and starts a replay of them. */
export function ReplayDialog({ inbox, onStart, onClose }: ReplayDialogProps) {
  const teamId = useTeamId();
  const [field, setField] = useState(() =>
    toDatetimeLocal(new Date(Date.now() - DEFAULT_RANGE_MS)),
  );
  const since = fromDatetimeLocal(field);
  const countQuery = useQuery({
    ...replayableQuery(inbox, teamId, useDeferredValue(since ?? '')),
    enabled: since !== undefined,
  });
  const start = useMutation({
    mutationFn: async (from: string) => {
      const params = { team_id: teamId };
      return (await inbox.request(startInboxReplay, { params, body: { since: from } })).data;
    },
    onSuccess: (replay) => {
      onStart(replay);
      onClose();
    },
  });
  const count = countQuery.isFetching ? undefined : countQuery.data;
  const error =
    toUserFacingError(start.error, "Couldn't start the replay") ??
    toUserFacingError(countQuery.error, "Couldn't count the events");
  return (
    <Dialog
      title="Replay events"
      size="small"
      description="Events are processed again exactly as received. Nothing is sent to the loyalty program, and older events don't overwrite newer member data."
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField
          type="datetime-local"
          label="Received since"
          hint="Your time zone."
          max={toDatetimeLocal(new Date())}
          error={since === undefined ? 'Choose a time' : undefined}
          value={field}
          onChange={({ target }) => setField(target.value)}
        />
        <p role="status" className={styles.count}>
          {formatReplayable(count)}
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
          disabledReason={disabledReasonFor(since, count)}
          onClick={() => since !== undefined && start.mutate(since)}
        >
          {count ? `Replay ${formatCount(count, 'event')}` : 'Replay events'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function formatReplayable(count: number | undefined): string {
  if (count === undefined) return '';
  if (count === 0) return 'No replayable events since then.';
  return `${formatCount(count, 'replayable event')} since then.`;
}

function disabledReasonFor(
  since: string | undefined,
  count: number | undefined,
): string | undefined {
  if (since === undefined) return 'Choose a time first';
  if (count === undefined) return 'Still counting the events';
  return count === 0 ? 'No events to replay' : undefined;
}
