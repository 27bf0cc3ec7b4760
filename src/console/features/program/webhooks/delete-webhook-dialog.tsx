import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { deleteWebhook } from '#contract/program/webhooks.ts';
import { webhookName } from './webhook-labels.ts';
import { type Webhook, webhooksKey } from './webhooks-queries.ts';

interface DeleteWebhookDialogProps {
  readonly teamId: string;
  readonly program: Client;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Deletes a webhook, after saying which events it never gets. */
export function DeleteWebhookDialog(props: DeleteWebhookDialogProps) {
  const { teamId, program, webhook, onClose } = props;
  const { withIdToken } = useStepUp();
  const queryClient = useQueryClient();
  const name = webhookName(webhook);
  const deletion = useMutation({
    mutationFn: async () => {
      const params = { team_id: teamId, webhook_id: webhook.id };
      try {
        await withIdToken((idToken) => program.request(deleteWebhook, { params, idToken }));
      } catch (error) {
        // Someone else deleted it first.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: webhooksKey(teamId) });
      showSuccess(`${name} was deleted`);
      onClose();
    },
  });
  const { waiting } = webhook.health;
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete webhook"
      pending={deletion.isPending}
      error={toUserFacingError(deletion.error, `Couldn't delete ${name}`)}
      onConfirm={() => deletion.mutate()}
      onCancel={onClose}
    >
      <p>
        It receives no more events, and the log of its deliveries is deleted.{' '}
        {waiting > 0 &&
          `${formatCount(waiting, 'delivery', 'deliveries')} that ${waiting === 1 ? 'is' : 'are'} still waiting won't be sent. `}
        You can't undo this.
      </p>
    </ConfirmDialog>
  );
}
