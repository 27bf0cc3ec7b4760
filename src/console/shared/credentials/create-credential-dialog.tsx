import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { TextField } from '#console/ui/form/text-field.tsx';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import { SecretDialog, type SecretDialogProps } from './secret-dialog.tsx';

interface CreateCredentialDialogProps {
  /** "Create API key". */
  readonly title: string;
  readonly description: string;
  /** "Create key". */
  readonly action: string;
  /** "The key wasn't created". */
  readonly errorTitle: string;
  /** Fields below the name. */
  readonly children?: ReactNode;
  /** @returns the secret */
  readonly create: (name: string, idToken: string) => Promise<string>;
  /** The key of the list's query. */
  readonly listKey: QueryKey;
  readonly secret: Pick<SecretDialogProps, 'title' | 'description' | 'label'>;
  readonly onClose: () => void;
}

/** Creates a key or token with a name, and then shows it, which is possible only once. */
export function CreateCredentialDialog(props: CreateCredentialDialogProps) {
  const { title, description, action, errorTitle, listKey, onClose } = props;
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const creation = useMutation({
    mutationFn: () => stepUp.withIdToken((idToken) => props.create(name.trim(), idToken)),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: listKey }),
  });

  if (creation.data) {
    return <SecretDialog {...props.secret} value={creation.data} onClose={onClose} />;
  }

  function handleSubmit() {
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') creation.mutate();
  }

  return (
    <FormDialog
      {...{ title, description, action, onClose }}
      isPending={creation.isPending}
      error={toUserFacingError(creation.error, errorTitle)}
      onSubmit={handleSubmit}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={100}
        value={name}
        error={isMissing ? 'Enter a name' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      {props.children}
    </FormDialog>
  );
}
