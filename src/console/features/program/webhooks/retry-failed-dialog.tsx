import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { fromDatetimeLocal, toDatetimeLocal } from '#console/lib/dates/datetime-local.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { Dialog, DialogFooter, DialogForm } from '#console/ui/overlay/dialog.tsx';
import { retryWebhookDeliveries } from '#contract/program/webhooks.ts';
import { type Webhook, webhooksKey } from './webhooks-queries.ts';

const DAY_MS = 86_400_000;

interface RetryFailedDialogProps {
  readonly teamId: string;
  readonly program: Client;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Sends the deliveries that failed since a moment again. */
export function RetryFailedDialog({ teamId, program, webhook, onClose }: RetryFailedDialogProps) {
  const { withIdToken } = useStepUp();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const [since, setSince] = useState(() => toDatetimeLocal(new Date(Date.now() - DAY_MS)));
  const instant = fromDatetimeLocal(since);
  const retry = useMutation({
    mutationFn: (from: string) =>
      withIdToken((idToken) =>
        program.request(retryWebhookDeliveries, {
          params: { team_id: teamId, webhook_id: webhook.id },
          body: { since: from },
          idToken,
        }),
      ),
    onSuccess: async ({ data: { retried } }) => {
      await queryClient.invalidateQueries({ queryKey: webhooksKey(teamId) });
      showSuccess(
        retried === 0
          ? 'No deliveries failed since then.'
          : `${formatCount(retried, 'delivery', 'deliveries')} will be sent again.`,
      );
      onClose();
    },
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (instant !== undefined) retry.mutate(instant);
  }

  const error = toUserFacingError(retry.error, "The deliveries weren't sent again");
  return (
    <Dialog
      title="Retry failed deliveries"
      description="Sends failed deliveries again, with as many attempts as new ones get. Events that your receiver already has keep their ID."
      size="small"
      onClose={onClose}
    >
      <DialogForm onSubmit={handleSubmit}>
        {error && <ErrorNotice error={error} />}
        <TextField
          label="Failed since"
          type="datetime-local"
          max="9999-12-31T23:59"
          hint="Your time zone."
          value={since}
          error={instant === undefined ? 'Choose a time' : undefined}
          onChange={({ target }) => setSince(target.value)}
        />
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={retry.isPending}>
            Retry deliveries
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
