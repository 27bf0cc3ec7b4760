import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import {
  createDomain,
  type NewDomainAttributes,
  newDomainAttributesSchema,
} from '#contract/advocacy/domains.ts';
import { displayDomainName } from './display-domain-name.ts';
import { domainsKey } from './domains-queries.ts';

export function NewDomainPanel() {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { showSuccess } = useToast();
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const { register, handleSubmit, formState, setError } = useForm<NewDomainAttributes>({
    resolver: standardSchemaResolver(newDomainAttributesSchema),
    defaultValues: { name: '' },
    mode: 'onTouched',
  });
  const close = () => void navigate(paths.domains(teamId), { replace: true });

  const create = useMutation({
    mutationFn: (attributes: NewDomainAttributes) =>
      api.advocacy.request(createDomain, {
        params: { team_id: teamId },
        body: { data: { type: 'domain', attributes } },
      }),
    onSuccess: async ({ data }) => {
      await queryClient.invalidateQueries({ queryKey: domainsKey(teamId) });
      showSuccess(`${displayDomainName(data.attributes.name)} was added.`);
    },
    onError: (error) => {
      const { fields, formError } = splitFieldErrors(error, ['name'], "The domain wasn't added");
      setSubmitError(formError);
      if (fields.name) setError('name', { message: fields.name }, { shouldFocus: !formError });
    },
  });

  return (
    <FormShell
      title="Add domain"
      description="A domain your team publishes experiences on."
      loading={false}
      submitError={submitError}
      submitting={create.isPending}
      submitLabel="Add domain"
      disabledReason={useScopeReason('domains:write')}
      dirty={formState.isDirty && !create.isSuccess}
      onSubmit={handleSubmit((attributes) => {
        setSubmitError(undefined);
        create.mutate(attributes, { onSuccess: close });
      })}
      onClose={close}
    >
      <TextField
        label="Domain name"
        hint="For example shop.example.com. You can't rename it later. Point its DNS records to this service so that we can issue a certificate."
        error={formState.errors.name?.message}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputMode="url"
        {...register('name', { setValueAs: (value: string) => value.trim() })}
      />
    </FormShell>
  );
}
