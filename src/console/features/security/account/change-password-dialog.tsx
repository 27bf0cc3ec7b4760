import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Client } from '#console/api/client.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { UsernameField } from '#console/session/dialogs/username-field.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { PasswordField } from '#console/ui/form/password-field.tsx';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import { changePassword, PASSWORD_MIN_LENGTH } from '#contract/account/password.ts';
import { PasswordStrength } from './password-strength.tsx';
import { invalidateSessions } from './sessions-query.ts';

const formSchema = z.object({
  current_password: z.string().check(z.minLength(1, { error: 'Enter your current password' })),
  new_password: z.string().check(
    z.minLength(PASSWORD_MIN_LENGTH, {
      error: `Use ${PASSWORD_MIN_LENGTH} characters or more`,
    }),
  ),
});
type Passwords = z.output<typeof formSchema>;
const FIELDS = ['current_password', 'new_password'] as const;

export interface ChangePasswordDialogProps {
  readonly account: Client;
  readonly onClose: () => void;
}

export function ChangePasswordDialog({ account, onClose }: ChangePasswordDialogProps) {
  const queryClient = useQueryClient();
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const { register, control, handleSubmit, formState, setError } = useForm<Passwords>({
    resolver: standardSchemaResolver(formSchema),
    defaultValues: { current_password: '', new_password: '' },
  });
  const newPassword = useWatch({ control, name: 'new_password' });
  const change = useMutation({
    mutationFn: (body: Passwords) => account.request(changePassword, { body }),
    onSuccess: async () => {
      showSuccess('Password changed. Your other sessions were signed out.');
      onClose();
      await invalidateSessions(queryClient);
    },
    onError: (error) => {
      const { fields, formError } = splitFieldErrors(
        error,
        FIELDS,
        "Couldn't change your password",
      );
      setSubmitError(formError);
      for (const field of FIELDS) {
        const message = fields[field];
        if (message) setError(field, { message }, { shouldFocus: !formError });
      }
    },
  });
  return (
    <FormDialog
      title="Change password"
      action="Set password"
      isPending={change.isPending}
      error={submitError}
      onSubmit={handleSubmit((passwords) => {
        setSubmitError(undefined);
        change.mutate(passwords);
      })}
      onClose={onClose}
    >
      <UsernameField />
      <PasswordField
        label="Current password"
        error={formState.errors.current_password?.message}
        {...register('current_password')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={
          <>
            {PASSWORD_MIN_LENGTH} characters or more. A few random words work well.
            <PasswordStrength password={newPassword} />
          </>
        }
        error={formState.errors.new_password?.message}
        {...register('new_password')}
      />
    </FormDialog>
  );
}
