import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { type ApiKey, revokeApiKey } from '#contract/program/program.ts';
import { apiKeysKey } from './api-keys-queries.ts';

interface RevokeKeyDialogProps {
  readonly teamId: string;
  readonly program: Client;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Revokes a key, after saying when it was last used. */
export function RevokeKeyDialog({ teamId, program, apiKey, onClose }: RevokeKeyDialogProps) {
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const revocation = useMutation({
    mutationFn: async () => {
      const params = { team_id: teamId, key_id: apiKey.id };
      try {
        await stepUp.withIdToken((idToken) => program.request(revokeApiKey, { params, idToken }));
      } catch (error) {
        // Someone else revoked it first.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiKeysKey(teamId) });
      showSuccess(`The key ${apiKey.name} was revoked`);
      onClose();
    },
  });
  const { last_used_at: usedAt, created_by: creator } = apiKey;
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      action="Revoke key"
      pending={revocation.isPending}
      error={toUserFacingError(revocation.error, `Couldn't revoke ${apiKey.name}`)}
      onConfirm={() => revocation.mutate()}
      onCancel={onClose}
    >
      <p>
        {usedAt ? (
          <>
            It was last used <RelativeTime at={usedAt} />.{' '}
          </>
        ) : (
          "It hasn't been used yet. "
        )}
        {creator && `${creator} created it. `}
        Applications that use it can no longer call the loyalty API. You can't undo this.
      </p>
    </ConfirmDialog>
  );
}
