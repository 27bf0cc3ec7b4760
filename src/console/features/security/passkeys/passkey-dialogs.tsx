import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { TextField } from '#console/ui/form/text-field.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import {
  deletePasskey,
  PASSKEY_NAME_MAX_LENGTH,
  type Passkey,
  updatePasskey,
} from '#contract/account/passkeys.ts';

interface PasskeyDialogProps {
  readonly account: Client;
  readonly passkey: Passkey;
  /** Refetches what the change touches. */
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

export function RenamePasskeyDialog({ account, passkey, onChanged, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () =>
      account.request(updatePasskey, { params: { passkey_id: passkey.id }, body: { name } }),
    onSuccess: async () => {
      await onChanged();
      showSuccess(`Passkey renamed to ${name}.`);
      onClose();
    },
  });
  const isMissing = name.trim() === '';
  return (
    <FormDialog
      title={`Rename ${passkey.name}`}
      action="Rename passkey"
      isPending={rename.isPending}
      error={toUserFacingError(rename.error, "Couldn't rename this passkey")}
      onSubmit={() => {
        if (!isMissing) rename.mutate();
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        error={isMissing ? 'Enter a name' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

export function RemovePasskeyDialog({ account, passkey, onChanged, onClose }: PasskeyDialogProps) {
  const stepUp = useStepUp();
  const remove = useMutation({
    mutationFn: () =>
      stepUp.withIdToken((idToken) =>
        account.request(deletePasskey, { params: { passkey_id: passkey.id }, idToken }),
      ),
    onSuccess: async () => {
      await onChanged();
      showSuccess(`Passkey ${passkey.name} removed.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove the passkey ${passkey.name}?`}
      action="Remove passkey"
      pending={remove.isPending}
      error={toUserFacingError(remove.error, "Couldn't remove this passkey")}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p>
        It no longer signs you in. Delete it on your device, too, so that the device stops offering
        it. We'll let you know by email.
      </p>
    </ConfirmDialog>
  );
}
