import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { domainsKey } from '#console/shared/domains/domains-query.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import {
  createDomain,
  type NewDomainAttributes,
  newDomainAttributesSchema,
} from '#contract/advocacy/domains.ts';
import { hasNoId } from '#contract/reader.ts';
import { cleanDomainName, domainNameError } from './clean-domain-name.ts';

export function NewDomainPanel() {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const { register, handleSubmit, formState, setError, setValue } = useForm<NewDomainAttributes>({
    resolver: standardSchemaResolver(newDomainAttributesSchema),
    defaultValues: { name: '' },
    mode: 'onTouched',
  });
  const [pasted, setPasted] = useState<string>();
  const { extensions } = useConfig();
  const hasRecords = (extensions?.domain_setup?.records ?? []).length > 0;
  const close = useClosePanel(paths.domains(teamId));

  /** Replaces a pasted address by its host name, and says so. */
  function cleanField(text: string) {
    const name = cleanDomainName(text);
    if (name === text) return;
    setValue('name', name, { shouldDirty: true, shouldValidate: name !== '' });
    if (name !== text.trim()) setPasted(text.trim());
  }

  const create = useMutation({
    mutationFn: (attributes: NewDomainAttributes) =>
      api.advocacy.request(createDomain, {
        params: { team_id: teamId },
        body: { data: { type: 'domain', attributes } },
      }),
    onSuccess: async ({ data }, { name: typedName }) => {
      await queryClient.invalidateQueries({ queryKey: domainsKey(teamId) });
      // It was added, although the response doesn't say as what.
      if (hasNoId(data)) return showSuccess(`${typedName} was added`);
      const to = paths.domain(teamId, data.id);
      const name = domainName(data);
      // With records to set, their page is the next step; otherwise the list shows the domain.
      if (hasRecords) showSuccess(`${name} was added. Now set its DNS records.`);
      else showSuccess(`${name} was added`, { label: 'View', to: to });
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
      readOnlyReason={useScopeReason('domains:write')}
      dirty={formState.isDirty && !create.isSuccess}
      draft="the new domain"
      onSubmit={handleSubmit((attributes) => {
        setSubmitError(undefined);
        const nameError = domainNameError(attributes.name);
        if (nameError !== undefined) {
          setError('name', { message: nameError }, { shouldFocus: true });
          return;
        }
        create.mutate(attributes, {
          onSuccess: ({ data }) => {
            if (!hasRecords || hasNoId(data)) close();
            else void navigate(paths.domain(teamId, data.id), { replace: true });
          },
        });
      })}
      onClose={close}
    >
      <TextField
        label="Domain name"
        hint={
          pasted === undefined
            ? `For example shop.example.com. You can't rename it later.${hasRecords ? " We'll show you the DNS records next." : ''}`
            : `We kept only the domain of “${pasted}”.`
        }
        error={formState.errors.name?.message}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputMode="url"
        {...register('name', {
          setValueAs: cleanDomainName,
          onChange: () => setPasted(undefined),
          onBlur: (event: { target: HTMLInputElement }) => cleanField(event.target.value),
        })}
      />
    </FormShell>
  );
}
