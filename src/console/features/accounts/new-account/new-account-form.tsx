import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import { accountsKey } from '#console/features/accounts/accounts-queries.ts';
import { useConnectAccount } from '#console/features/accounts/connect/use-connect-account.tsx';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { createAccount } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import { AccountTypeField } from './account-type-field.tsx';
import {
  type NewAccountValues,
  readFormValues,
  requiredFieldErrors,
} from './new-account-values.ts';

interface NewAccountFormProps {
  readonly type: AccountType;
  readonly onClose: () => void;
}

/** What a type of account asks for: credentials, or what its third party has to be asked with. */
export function NewAccountForm({ type, onClose }: NewAccountFormProps) {
  const [errors, setErrors] = useState<NewAccountValues>({});
  const [problem, setProblem] = useState<UserFacingError>();
  const [dirty, setDirty] = useState(false);
  const { connect, dialog } = useConnectAccount();
  const create = useCreateAccount(type);
  const isAuthorized = type.connect === 'authorize';

  function showError(error: unknown) {
    setDirty(true);
    const names = type.fields.map(({ name }) => name);
    const split = splitFieldErrors(error, names, "The account wasn't connected");
    setErrors(split.fields);
    setProblem(split.formError);
  }

  // By hand, and nothing awaited: the window for the third party has to open in the click itself.
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = readFormValues(type, new FormData(form));
    const missing = requiredFieldErrors(type, values);
    const firstMissing = Object.keys(missing)[0];
    setErrors(missing);
    setProblem(undefined);
    if (firstMissing !== undefined) {
      form.querySelector<HTMLElement>(`[name="${firstMissing}"]`)?.focus();
    } else if (isAuthorized) {
      // The third party may take the place of this page, which is no reason to ask about leaving it.
      setDirty(false);
      void connect(
        { type: 'account_new', accountType: type.type, label: type.label, site: values.site },
        { onDone: onClose, onError: showError },
      );
    } else create.mutate(values, { onSuccess: onClose, onError: showError });
  }

  return (
    <FormShell
      title={`Connect ${type.label}`}
      description={
        isAuthorized
          ? `You go on at ${type.label}, in a window of its own.`
          : 'Credentials are kept encrypted and never shown again.'
      }
      loading={false}
      submitError={problem}
      submitting={create.isPending}
      submitLabel={isAuthorized ? `Continue at ${type.label}` : 'Connect account'}
      disabledReason={useScopeReason('accounts:write')}
      dirty={dirty}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {type.fields.map((field) => (
        <AccountTypeField
          key={field.name}
          type={type}
          field={field}
          error={errors[field.name]}
          onChange={() => {
            setDirty(true);
            setErrors({ ...errors, [field.name]: undefined });
          }}
        />
      ))}
      {dialog}
    </FormShell>
  );
}

function useCreateAccount(type: AccountType) {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  return useMutation({
    mutationFn: (values: NewAccountValues) =>
      api.advocacy.request(createAccount, {
        params: { team_id: teamId },
        body: { data: { type: 'account', attributes: { ...values, type: type.type } } },
      }),
    onSuccess: async ({ data }) => {
      await queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
      showSuccess(`${data.attributes.name} is connected.`);
    },
  });
}
