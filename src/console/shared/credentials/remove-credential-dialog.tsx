import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import type { Credential } from './credential-columns.tsx';

interface RemoveCredentialDialogProps {
  readonly credential: Credential;
  /** "Revoke". */
  readonly verb: string;
  /** "key". */
  readonly kind: string;
  /** "revoked". */
  readonly done: string;
  readonly remove: (idToken: string) => Promise<unknown>;
  /** The key of the list's query. */
  readonly listKey: QueryKey;
  /** The consequences. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Revokes or deletes a key or token, after saying when it was last used. */
export function RemoveCredentialDialog(props: RemoveCredentialDialogProps) {
  const { credential, verb, kind, done, listKey, onClose } = props;
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: async () => {
      try {
        await stepUp.withIdToken(props.remove);
      } catch (error) {
        // Someone else removed it first.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: listKey });
      showSuccess(`The ${kind} ${credential.name} was ${done}`);
      onClose();
    },
  });
  const { name, last_used_at: usedAt, created_by: creator } = credential;
  return (
    <ConfirmDialog
      title={`${verb} ${name}?`}
      action={`${verb} ${kind}`}
      pending={removal.isPending}
      error={toUserFacingError(removal.error, `Couldn't ${verb.toLowerCase()} ${name}`)}
      onConfirm={() => removal.mutate()}
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
        {props.children}
      </p>
    </ConfirmDialog>
  );
}
