import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { SecretDialog } from '#console/features/program/secret-dialog.tsx';
import { useStepUp } from '#console/session/session-context.ts';
import { TextField } from '#console/ui/form/text-field.tsx';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
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

  function handleSubmit() {
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') creation.mutate();
  }

  const error = toUserFacingError(creation.error, "The key wasn't created");
  return (
    <FormDialog
      title="Create API key"
      description="Its name is in the audit log, so name it after the application that uses it."
      action="Create key"
      isPending={creation.isPending}
      error={error}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={100}
        value={name}
        error={isMissing ? 'Enter a name' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
