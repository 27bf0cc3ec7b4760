import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import { useConnectAccount } from '#console/features/accounts/connect/use-connect-account.tsx';
import { usePathParams } from '#console/lib/url/path-params.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import {
  accountName,
  findAccountType,
  fullAccountName,
} from '#console/shared/accounts/account-name.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { SidePanel, SidePanelBody } from '#console/ui/overlay/side-panel.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import { type Account, createAccount } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import { AccountTypeField } from './account-type-field.tsx';
import {
  cleanValue,
  type NewAccountValues,
  readFormValues,
  valueErrors,
} from './new-account-values.ts';

/** What the list passes to the panel over it. */
export interface AccountsOutlet {
  /** Marks the account in the list. */
  readonly onConnected: (account: Account) => void;
}

/** Connects an account of a type that needs some values first. */
export function NewAccountPanel() {
  const { accountType: typeName } = usePathParams();
  const { accountTypes } = useConfig();
  const teamId = useTeamId();
  const [params] = useSearchParams();
  const type = findAccountType(accountTypes, typeName);
  const close = useClosePanel({ pathname: paths.accounts(teamId), search: `${params}` });

  if (!type) {
    return (
      <SidePanel title="Connect account" onClose={close}>
        <SidePanelBody>
          <p>
            Accounts of the type <code>{typeName}</code> can't be connected here.
          </p>
        </SidePanelBody>
      </SidePanel>
    );
  }
  return <NewAccountForm key={type.type} type={type} onClose={close} />;
}

interface NewAccountFormProps {
  readonly type: AccountType;
  readonly onClose: () => void;
}

/** The fields of an account type: credentials, or what the network's page needs to open. */
function NewAccountForm({ type, onClose }: NewAccountFormProps) {
  const [errors, setErrors] = useState<NewAccountValues>({});
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const [isDirty, setIsDirty] = useState(false);
  const { connect, dialog } = useConnectAccount();
  const create = useCreateAccount(type);
  const isAuthorized = type.connect === 'authorize';
  const { onConnected } = useOutletContext<AccountsOutlet>();

  function handleConnected(account: Account) {
    onConnected(account);
    onClose();
  }

  const [toFocus, setToFocus] = useState<{ form: HTMLFormElement; field: string }>();
  // After the render in which the dialog of the window closes, which moves the focus too.
  useEffect(() => {
    toFocus?.form.querySelector<HTMLElement>(`[name="${toFocus.field}"]`)?.focus();
  }, [toFocus]);

  function showError(form: HTMLFormElement, error: unknown) {
    setIsDirty(true);
    const names = type.fields.map(({ name }) => name);
    const { fields, formError } = splitFieldErrors(error, names, "The account wasn't connected");
    setErrors(fields);
    setSubmitError(formError);
    const field = names.find((name) => fields[name] !== undefined);
    if (field !== undefined && !formError) setToFocus({ form, field });
  }

  // Without react-hook-form, because the popup has to open synchronously in the click.
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = readFormValues(type, new FormData(form));
    const invalid = valueErrors(type, values);
    const firstInvalid = Object.keys(invalid)[0];
    setErrors(invalid);
    setSubmitError(undefined);
    if (firstInvalid !== undefined) setToFocus({ form, field: firstInvalid });
    else if (isAuthorized) {
      // Don't ask about unsaved changes if this tab goes to the network.
      setIsDirty(false);
      void connect(
        { type: 'account_new', accountType: type.type, label: type.label, site: values.site },
        { onDone: handleConnected, onError: (error) => showError(form, error) },
      );
    } else
      create.mutate(values, {
        onSuccess: ({ data }) => handleConnected(data),
        onError: (error) => showError(form, error),
      });
  }

  return (
    <FormShell
      title={`Connect ${type.label}`}
      description={
        isAuthorized
          ? `You'll continue at ${type.label} in a new window.`
          : "Patron stores these credentials without testing them. You won't be able to see them again."
      }
      loading={false}
      submitError={submitError}
      submitting={create.isPending}
      submitLabel={isAuthorized ? `Continue at ${type.label}` : 'Connect account'}
      readOnlyReason={useScopeReason('accounts:write')}
      dirty={isDirty}
      draft="the new account"
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
            setIsDirty(true);
            setErrors({ ...errors, [field.name]: undefined });
          }}
          onBlur={({ target }) => {
            if (field.secret) return;
            target.value = cleanValue(type, field.name, target.value);
            if (target.value === '') return;
            const { [field.name]: error } = valueErrors(type, { [field.name]: target.value });
            if (error) setErrors({ ...errors, [field.name]: error });
          }}
        />
      ))}
      {dialog}
    </FormShell>
  );
}

function useCreateAccount(type: AccountType) {
  const api = useApi();
  const { accountTypes } = useConfig();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: NewAccountValues) =>
      api.advocacy.request(createAccount, {
        params: { team_id: teamId },
        body: { data: { type: 'account', attributes: { ...values, type: type.type } } },
      }),
    onSuccess: async ({ data }) => {
      await queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
      showSuccess(
        `Saved ${accountName(data)}`,
        { label: 'View', to: paths.account(teamId, data.id) },
        {
          detail: `${fullAccountName(accountTypes, data)}. We haven't tested the sign-in.`,
        },
      );
    },
  });
}
