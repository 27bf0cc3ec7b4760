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

/** So far back the field begins, in ms. */
const FIRST_SPAN_MS = 3_600_000;

interface ReplayDialogProps {
  readonly inbox: Client;
  readonly onStart: (replay: InboxReplay) => void;
  readonly onClose: () => void;
}

/** Has all events since a time worked on again: counts them, asks, and starts it. */
export function ReplayDialog({ inbox, onStart, onClose }: ReplayDialogProps) {
  const teamId = useTeamId();
  const [field, setField] = useState(() => toDatetimeLocal(new Date(Date.now() - FIRST_SPAN_MS)));
  const since = fromDatetimeLocal(field);
  const counting = useQuery({
    ...replayableQuery(inbox, teamId, useDeferredValue(since ?? '')),
    enabled: since !== undefined,
  });
  const replaying = useMutation({
    mutationFn: async (from: string) => {
      const params = { team_id: teamId };
      return (await inbox.request(startInboxReplay, { params, body: { since: from } })).data;
    },
    onSuccess: (replay) => {
      onStart(replay);
      onClose();
    },
  });
  const count = counting.isFetching ? undefined : counting.data;
  const problem =
    toUserFacingError(replaying.error, "The events weren't replayed") ??
    toUserFacingError(counting.error, "The events couldn't be counted");
  return (
    <Dialog
      title="Replay events"
      size="small"
      description="Events are worked on again as they came. Nothing is sent to the loyalty program, and an older event never overwrites newer facts of a member."
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField
          type="datetime-local"
          label="Received since"
          hint="In your time zone"
          max={toDatetimeLocal(new Date())}
          error={since === undefined ? 'Choose a time' : undefined}
          value={field}
          onChange={({ target }) => setField(target.value)}
        />
        <p role="status" className={styles.count}>
          {countWords(count)}
        </p>
        {problem && <ErrorNotice error={problem} />}
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          loading={replaying.isPending}
          disabledReason={offReason(since, count)}
          onClick={() => since !== undefined && replaying.mutate(since)}
        >
          {count ? `Replay ${formatCount(count, 'event')}` : 'Replay events'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function countWords(count: number | undefined): string {
  if (count === undefined) return '';
  if (count === 0) return 'No event that can be replayed came in since then.';
  return `${formatCount(count, 'event')} that can be replayed came in since then.`;
}

function offReason(since: string | undefined, count: number | undefined): string | undefined {
  if (since === undefined) return 'Choose a time first';
  if (count === undefined) return 'The events are not counted yet';
  return count === 0 ? 'There is nothing to replay' : undefined;
}
