import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { fromDatetimeLocal, toDatetimeLocal } from '#console/lib/dates/datetime-local.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import { resendWebhookEvents, retryWebhookDeliveries } from '#contract/program/deliveries.ts';
import { type Webhook, webhooksKey } from './webhooks-queries.ts';

const DAY_MS = 86_400_000;

interface ResendDialogProps {
  readonly teamId: string;
  readonly program: Client;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Sends all events since a moment again, or only the deliveries that failed. */
export function ResendDialog({ teamId, program, webhook, onClose }: ResendDialogProps) {
  const { withIdToken } = useStepUp();
  const queryClient = useQueryClient();
  const [since, setSince] = useState(() => toDatetimeLocal(new Date(Date.now() - DAY_MS)));
  const instant = fromDatetimeLocal(since);
  const [isAll, setIsAll] = useState(true);
  const resend = useMutation({
    mutationFn: (from: string) =>
      withIdToken(async (idToken) => {
        const params = { team_id: teamId, webhook_id: webhook.id };
        const input = { params, body: { since: from }, idToken };
        if (isAll) return (await program.request(resendWebhookEvents, input)).data.events;
        return (await program.request(retryWebhookDeliveries, input)).data.retried;
      }),
    onSuccess: async (count) => {
      await queryClient.invalidateQueries({ queryKey: webhooksKey(teamId) });
      showSuccess(sentAgain(count, isAll));
      onClose();
    },
  });

  function handleSubmit() {
    if (instant !== undefined) resend.mutate(instant);
  }

  const error = toUserFacingError(resend.error, "The events weren't sent again");
  return (
    <FormDialog
      title="Send again since"
      description="Events keep their ID, by which your receiver knows those that it already has."
      action="Send again"
      isPending={resend.isPending}
      error={error}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label="Since"
        type="datetime-local"
        max="9999-12-31T23:59"
        hint="At most 30 days ago. Times are in your time zone."
        value={since}
        error={instant === undefined ? 'Choose a time' : undefined}
        onChange={({ target }) => setSince(target.value)}
      />
      <ChoiceList legend="What to send">
        <Choice type="radio" name="resent" checked={isAll} onChange={() => setIsAll(true)}>
          All events, whether they arrived or not
        </Choice>
        <Choice type="radio" name="resent" checked={!isAll} onChange={() => setIsAll(false)}>
          Only failed deliveries
        </Choice>
      </ChoiceList>
    </FormDialog>
  );
}

function sentAgain(count: number | null, isAll: boolean): string {
  if (count === null) return 'More than 10,000 events will be sent again.';
  if (count === 0) return isAll ? 'No events since then.' : 'No deliveries failed since then.';
  const what = isAll ? formatCount(count, 'event') : formatCount(count, 'delivery', 'deliveries');
  return `${what} will be sent again.`;
}
