import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { useApi } from '#console/api/api-context.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import { RoleField } from '#console/features/people/person/role-field.tsx';
import { formatCount } from '#console/lib/format/format-number.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope, useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { peopleKey, peopleQuery } from '#console/shared/people/people-query.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { SidePanel, SidePanelBody } from '#console/ui/overlay/side-panel.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import { ItemErrorState } from '#console/ui/page/item-status-page.tsx';
import { emailAddressSchema } from '#contract/email-address.ts';
import { createInvitation } from '#contract/people/people.ts';

const formSchema = z.object({
  email: z.string().check(
    z.refine((text) => invalidAddress(text) === undefined, {
      error: ({ input }) => {
        const invalid = invalidAddress(String(input));
        return invalid === '' ? 'Enter an email address' : `“${invalid}” is not an email address`;
      },
    }),
  ),
  role: z.string().check(z.minLength(1, { error: 'Choose a role' })),
});
type Invitation = z.output<typeof formSchema>;

/** One or more addresses, as they are pasted from a mail program or a spreadsheet. */
function parseAddresses(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

/** The first address that can't be one; '' if there is none at all. */
function invalidAddress(text: string): string | undefined {
  const addresses = parseAddresses(text);
  if (addresses.length === 0) return '';
  return addresses.find((address) => !emailAddressSchema.safeParse(address).success);
}

const TITLE = 'Invite to the team';
const FIELDS = ['email', 'role'] as const;

export function NewInvitationPanel() {
  const api = useApi();
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const missingScope = useMissingScope('users:read');
  const people = useQuery({
    ...peopleQuery(api, teamId),
    enabled: missingScope === undefined,
  });
  const roles = people.data?.roles ?? [];
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const { register, handleSubmit, formState, setError, reset, watch } = useForm<Invitation>({
    resolver: standardSchemaResolver(formSchema),
    defaultValues: { email: '', role: '' },
    mode: 'onTouched',
  });
  const close = useClosePanel(paths.people(teamId));

  const invite = useMutation({
    mutationFn: async ({ email, role }: Invitation) => {
      const failures: { address: string; error: unknown }[] = [];
      const addresses = parseAddresses(email);
      for (const [index, address] of addresses.entries()) {
        const body = { email: address, role };
        try {
          await stepUp.withIdToken((idToken) =>
            Promise.resolve(
              api.people?.request(createInvitation, { params: { team_id: teamId }, body, idToken }),
            ),
          );
        } catch (error) {
          failures.push({ address, error });
          // Only a rejected address says nothing about the others.
          if (error instanceof ApiError && error.status === 422) continue;
          for (const unsent of addresses.slice(index + 1))
            failures.push({ address: unsent, error });
          break;
        }
      }
      return { sent: addresses.length - failures.length, addresses, failures };
    },
    onSuccess: ({ sent, addresses, failures }, { role }) => {
      if (sent > 0) {
        showSuccess(
          addresses.length === 1
            ? `We sent an invitation to ${addresses[0]}`
            : `We sent ${formatCount(sent, 'invitation')}`,
        );
      }
      const [first] = failures;
      if (!first) return;
      // Only what wasn't sent is left, with the reason.
      if (sent > 0) reset({ email: failures.map(({ address }) => address).join(', '), role });
      const what =
        failures.length === 1
          ? `The invitation to ${first.address} wasn't sent`
          : `${formatCount(failures.length, 'invitation')} weren't sent`;
      const errors = failures.map((failure) => splitFieldErrors(failure.error, FIELDS, what));
      const submitted = errors.find(({ formError }) => formError)?.formError;
      setSubmitError(submitted);
      const rejected = errors.flatMap(({ fields: { email } }, index) =>
        email === undefined ? [] : [`${failures[index]?.address}: ${email}`],
      );
      const messages = { email: rejected.join(' '), role: errors[0]?.fields.role };
      for (const field of FIELDS) {
        const message = messages[field];
        if (message) setError(field, { message }, { shouldFocus: !submitted });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleKey(teamId) }),
  });
  const disabledReason = useScopeReason('users:write');
  if (missingScope !== undefined || people.isLoadingError) {
    return (
      <SidePanel title={TITLE} onClose={close}>
        <SidePanelBody>
          <ItemErrorState
            what="people"
            missingScope={missingScope}
            error={toUserFacingError(people.error, "Couldn't load the roles")}
            onRetry={() => void people.refetch()}
            retrying={people.isFetching}
          />
        </SidePanelBody>
      </SidePanel>
    );
  }
  return (
    <FormShell
      title={TITLE}
      description="We'll email a link. It works once and expires in 7 days."
      loading={people.isPending}
      submitError={submitError}
      submitting={invite.isPending}
      submitLabel="Send invitation"
      disabledReason={disabledReason}
      dirty={formState.isDirty && invite.data?.failures.length !== 0}
      draft="the invitation"
      onSubmit={handleSubmit((invitation) => {
        setSubmitError(undefined);
        invite.mutate(invitation, {
          onSuccess: ({ failures }) => failures.length === 0 && close(),
        });
      })}
      onClose={close}
    >
      <TextField
        label="Email"
        hint="Separate several addresses with commas."
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <RoleField
        roles={roles}
        chosen={watch('role')}
        error={formState.errors.role?.message}
        {...register('role')}
      >
        <option value="">Choose a role</option>
      </RoleField>
    </FormShell>
  );
}
