import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { SecretDialog } from '#console/shared/credentials/secret-dialog.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
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
  const [secret, setSecret] = useState<string>();
  const name = webhookName(webhook);
  const rotation = useMutation({
    mutationFn: (replace: boolean) =>
      withIdToken((idToken) =>
        program.request(rotateWebhookSecret, {
          params: { team_id: teamId, webhook_id: webhook.id },
          body: { replace },
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
        description={
          rotation.variables
            ? "You won't see it again. Requests are signed with it alone from now on."
            : "You won't see it again. Add it to your receiver, then choose Switch now. After 24 hours, it takes the place of the current secret by itself."
        }
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
      pending={rotation.isPending && !rotation.variables}
      error={toUserFacingError(rotation.error, "The secret wasn't rotated")}
      onConfirm={() => rotation.mutate(false)}
      onCancel={onClose}
    >
      {webhook.to_inbox ? (
        <p>Your inbox gets the new secret right away. No events are lost.</p>
      ) : (
        <>
          <p>
            You get a new secret. Until you switch, each request has both signatures:{' '}
            <code>x-loyalty-signature</code> by the current secret,{' '}
            <code>x-loyalty-signature-other</code> by the new one. So no events are lost.
          </p>
          <p>
            If someone else knows the current secret, replace it now. Your receiver then rejects
            events until it has the new one. Patron sends them again for 20 minutes, and whenever
            you choose.
          </p>
          <Button
            loading={rotation.isPending && rotation.variables}
            onClick={() => rotation.mutate(true)}
          >
            Replace now
          </Button>
        </>
      )}
    </ConfirmDialog>
  );
}
