import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useApi } from '#console/api/api-context.ts';
import { memberName } from '#console/features/members/member-name.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, updateMember } from '#contract/loyalty/members/members.ts';
import { toAttributeFields } from './attributes/attribute-fields.ts';
import { memberChanges } from './member-changes.ts';
import { type Conflict, conflictError, findConflicts } from './member-conflicts.ts';
import { MemberFields } from './member-fields.tsx';
import { toFormError } from './member-form-errors.ts';
import { memberFormSchema } from './member-form-schema.ts';
import { type MemberFormValues, toFormValues } from './member-form-values.ts';

interface EditMemberFormProps {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Edits a member: sends what was changed, and nothing else. */
export function EditMemberForm({ member, onClose }: EditMemberFormProps) {
  const teamId = useTeamId();
  const loyalty = useApi().loyalty(teamId);
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const [problem, setProblem] = useState<UserFacingError>();
  // As it was when the form opened: what is read again meanwhile must not change what was typed.
  const [initial] = useState(() => toFormValues(member));
  const [schema] = useState(() => memberFormSchema(initial));
  const form = useForm<MemberFormValues>({
    resolver: standardSchemaResolver(schema),
    defaultValues: initial,
    mode: 'onTouched',
  });
  const { others } = toAttributeFields(member.custom_attributes ?? {});

  // The same, with what the person was told of somebody else's changes since.
  const [known, setKnown] = useState(initial);

  const save = useMutation({
    /** Saves, unless that would replace somebody else's changes without a warning: gives those. */
    mutationFn: async (values: MemberFormValues): Promise<readonly Conflict[]> => {
      const params = { member: member.id };
      if (Object.keys(memberChanges(values, initial)).length === 0) return [];
      const response = await loyalty.request(getMember, { params });
      const current = toFormValues(response.data);
      const conflicts = findConflicts({ values, initial, known, current });
      if (conflicts.length > 0) {
        setKnown(current);
        return conflicts;
      }
      await loyalty.request(updateMember, {
        params,
        body: memberChanges(values, initial, current),
      });
      return [];
    },
    onSuccess: async (conflicts, { first_name, last_name }) => {
      if (conflicts.length > 0) {
        setProblem(conflictError(conflicts));
        return;
      }
      await queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
      showSuccess(`${memberName({ ...member, first_name, last_name })} is saved.`);
    },
    onError: (error, { custom_attributes: attributes }) => {
      const formError = toFormError(error, "The member wasn't saved", attributes);
      if (formError.field === undefined) setProblem(formError.problem);
      else form.setError(formError.field, { message: formError.message }, { shouldFocus: true });
    },
  });

  return (
    <FormProvider {...form}>
      <FormShell
        title={`Edit ${memberName(member)}`}
        description={member.member_id}
        loading={false}
        submitError={problem}
        submitting={save.isPending}
        submitLabel="Save"
        disabledReason={useScopeReason('teams:write')}
        dirty={form.formState.isDirty && save.data?.length !== 0}
        onSubmit={form.handleSubmit((values) => {
          setProblem(undefined);
          save.mutate(values, { onSuccess: ({ length }) => length === 0 && onClose() });
        })}
        onClose={onClose}
      >
        <MemberFields
          existingAttributes={initial.custom_attributes.length}
          otherAttributes={others}
        />
      </FormShell>
    </FormProvider>
  );
}
