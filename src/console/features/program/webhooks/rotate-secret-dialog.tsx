import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { SecretDialog } from '#console/features/program/secret-dialog.tsx';
import { useStepUp } from '#console/session/session-context.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { rotateWebhookSecret } from '#contract/program/webhooks.ts';
import { webhookName } from './webhook-labels.ts';
import { type Webhook, webhooksKey } from './webhooks-queries.ts';

interface RotateSecretDialogProps {
  readonly teamId: string;
  readonly program: Client;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Replaces a webhook's secret and shows the new one, unless the receiver is the team's inbox. */
export function RotateSecretDialog({ teamId, program, webhook, onClose }: RotateSecretDialogProps) {
  const { withIdToken } = useStepUp();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const [secret, setSecret] = useState<string>();
  const name = webhookName(webhook);
  const rotation = useMutation({
    mutationFn: () =>
      withIdToken((idToken) =>
        program.request(rotateWebhookSecret, {
          params: { team_id: teamId, webhook_id: webhook.id },
          idToken,
        }),
      ),
    onSuccess: ({ data }) => {
      void queryClient.invalidateQueries({ queryKey: webhooksKey(teamId) });
      if (data.secret === null) {
        showSuccess('The secret was rotated. Your inbox uses the new one already.');
        onClose();
      } else setSecret(data.secret);
    },
  });
  if (secret !== undefined) {
    return (
      <SecretDialog
        label="Secret"
        title="Copy your secret"
        description="You won't see it again. The previous secret works for 24 more hours: update your receiver by then."
        value={secret}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={`Rotate the secret of ${name}?`}
      action="Rotate secret"
      tone="primary"
      pending={rotation.isPending}
      error={toUserFacingError(rotation.error, "The secret wasn't rotated")}
      onConfirm={() => rotation.mutate()}
      onCancel={onClose}
    >
      <p>
        {webhook.to_inbox
          ? 'Your inbox gets the new secret right away. No events are lost.'
          : 'You get a new secret. The current one works for 24 more hours, so no events are lost while you update your receiver.'}
        {webhook.previous_secret_until !== null &&
          ' The secret before the current one stops working now.'}
      </p>
    </ConfirmDialog>
  );
}
