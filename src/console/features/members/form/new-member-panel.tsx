import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { memberName, memberPath } from '#console/features/members/member-name.ts';
import { memberQuery, membersKey } from '#console/features/members/members-queries.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatMemberStatus } from '#console/shared/members/member-status.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { FormSection } from '#console/ui/form/form-section.tsx';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import { MEMBER_STATUSES, type Member } from '#contract/loyalty/members/member.ts';
import { createMember } from '#contract/loyalty/members/members.ts';
import { hasNoId } from '#contract/reader.ts';
import { FIELD_LABELS } from './field-labels.ts';
import { useMemberWith } from './fields/contact-field.tsx';
import { MemberTextField } from './fields/member-text-field.tsx';
import { newMemberBody } from './member-changes.ts';
import { MemberFields } from './member-fields.tsx';
import { toFormError } from './member-form-errors.ts';
import { newMemberFormSchema } from './member-form-schema.ts';
import { type MemberFormValues, NEW_MEMBER } from './member-form-values.ts';

const NO_ATTRIBUTES: readonly string[] = [];

export function NewMemberPanel() {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const close = useClosePanel({ pathname: paths.members(teamId), search }, state);
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const form = useForm<MemberFormValues>({
    resolver: standardSchemaResolver(newMemberFormSchema),
    defaultValues: NEW_MEMBER,
    mode: 'onTouched',
  });

  const create = useMutation({
    mutationFn: async (values: MemberFormValues): Promise<Member> => {
      const body = newMemberBody(values);
      const { data } = await api.loyalty(teamId).request(createMember, { body });
      // It was added, although the response doesn't say as what.
      if (!hasNoId(data)) return data;
      const { member_id: id, first_name, last_name } = body;
      return { ...data, id, member_id: id, first_name, last_name };
    },
    onSuccess: async (member) => {
      showSuccess(`${memberName(member)} was added`, {
        label: 'View',
        to: memberPath(teamId, member),
      });
      // The check of the typed ID may still be reading that there is no such member.
      await queryClient.cancelQueries({ queryKey: membersKey(teamId) });
      void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
    },
    onError: (error) => {
      const formError = toFormError(error, "The member wasn't added");
      if (formError.field === undefined) setSubmitError(formError.error);
      else form.setError(formError.field, { message: formError.message }, { shouldFocus: true });
    },
  });

  return (
    <FormProvider {...form}>
      <FormShell
        title="Add member"
        description="Adds someone to the program. Only the member ID is required."
        size="medium"
        loading={false}
        submitError={submitError}
        submitting={create.isPending || create.isSuccess}
        submitLabel="Add member"
        readOnlyReason={useScopeReason('teams:write')}
        dirty={form.formState.isDirty && !create.isSuccess}
        draft="the new member"
        onSubmit={form.handleSubmit((values) => {
          setSubmitError(undefined);
          create.mutate(values, {
            onSuccess: (member) => void navigate(memberPath(teamId, member), { replace: true }),
          });
        })}
        onClose={close}
      >
        <FormSection title="Membership">
          <MemberIdField isAdded={create.isSuccess} />
          <SelectField
            label={FIELD_LABELS.member_status}
            error={form.formState.errors.member_status?.message}
            {...form.register('member_status')}
          >
            {MEMBER_STATUSES.map((status) => (
              <option key={status} value={status}>
                {formatMemberStatus(status)}
              </option>
            ))}
          </SelectField>
        </FormSection>
        <MemberFields existingAttributes={0} otherAttributes={NO_ATTRIBUTES} />
      </FormShell>
    </FormProvider>
  );
}

/** The member ID, which is checked once the field is left. */
function MemberIdField({ isAdded }: { readonly isAdded: boolean }) {
  const teamId = useTeamId();
  const { control, formState } = useFormContext<MemberFormValues>();
  const typed = useWatch({ control, name: 'member_id' }).trim();
  const isLeft = formState.touchedFields.member_id === true;
  const checkedId = useDeferredValue(isLeft ? typed : '');
  const { data } = useQuery({
    ...memberQuery(useApi(), teamId, checkedId, undefined),
    enabled: checkedId !== '',
    // The service checks it again when the form is submitted.
    retry: false,
  });
  const existing = !isAdded && data?.member_id === typed ? data : undefined;
  const sameLetters = useMemberWith('member_id', isAdded ? '' : checkedId, undefined);
  const similar = sameLetters?.member_id === typed ? undefined : sameLetters;
  const other = existing ?? similar;
  return (
    <MemberTextField
      name="member_id"
      error={existing && `Already used by another member, ${memberName(existing)}`}
      notice={
        similar && `${memberName(similar)} has the ID ${similar.member_id}. Only the case differs.`
      }
      hint={
        other ? (
          <Link to={memberPath(teamId, other)}>Open this member</Link>
        ) : (
          "Your ID for this person. Must be unique. It can't be changed later."
        )
      }
    />
  );
}
