import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { SecretDialog } from '#console/features/program/secret-dialog.tsx';
import { useStepUp } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { Dialog, DialogFooter, DialogForm } from '#console/ui/overlay/dialog.tsx';
import { createApiKey } from '#contract/program/program.ts';
import { apiKeysKey } from './api-keys-queries.ts';

interface CreateKeyDialogProps {
  readonly teamId: string;
  readonly program: Client;
  readonly onClose: () => void;
}

/** Creates a key, and then shows it, which is possible only once. */
export function CreateKeyDialog({ teamId, program, onClose }: CreateKeyDialogProps) {
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const creation = useMutation({
    mutationFn: async () =>
      (
        await stepUp.withIdToken((idToken) =>
          program.request(createApiKey, {
            params: { team_id: teamId },
            body: { name: name.trim() },
            idToken,
          }),
        )
      ).data,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: apiKeysKey(teamId) }),
  });

  if (creation.data) {
    return (
      <SecretDialog
        title="Copy your key"
        description="You won't see it again. Store it where your application reads its secrets."
        label="API key"
        value={creation.data.key}
        onClose={onClose}
      />
    );
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') creation.mutate();
  }

  const error = toUserFacingError(creation.error, "The key wasn't created");
  return (
    <Dialog
      title="Create API key"
      description="Its name is in the audit log, so name it after the application that uses it."
      size="small"
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <DialogForm onSubmit={handleSubmit}>
        {error && <ErrorNotice error={error} />}
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={100}
          value={name}
          error={isMissing ? 'Enter a name' : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={creation.isPending}>
            Create key
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
