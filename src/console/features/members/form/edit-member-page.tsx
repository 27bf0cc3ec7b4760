import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { memberName } from '#console/features/members/member-name.ts';
import { memberQuery, membersKey } from '#console/features/members/members-queries.ts';
import { parseMembersView } from '#console/features/members/members-view.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
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

/** The panel that edits a member, over the member's page. */
export function EditMemberPage() {
  const teamId = useTeamId();
  const { memberId = '' } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { language } = parseMembersView(new URLSearchParams(search));
  const { data: member } = useQuery(memberQuery(useApi(), teamId, memberId, language));
  // The page under the panel shows loading and errors.
  if (!member) return null;
  const close = () =>
    void navigate({ pathname: paths.member(teamId, memberId), search }, { replace: true });
  return <EditMemberForm key={member.id} member={member} onClose={close} />;
}

interface EditMemberFormProps {
  readonly member: Member;
  readonly onClose: () => void;
}

function EditMemberForm({ member, onClose }: EditMemberFormProps) {
  const teamId = useTeamId();
  const loyalty = useApi().loyalty(teamId);
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const [submitError, setSubmitError] = useState<UserFacingError>();
  // Frozen when the form opens, so that a refetch doesn't change what was typed.
  const [initial] = useState(() => toFormValues(member));
  const [schema] = useState(() => memberFormSchema(initial));
  const form = useForm<MemberFormValues>({
    resolver: standardSchemaResolver(schema),
    defaultValues: initial,
    mode: 'onTouched',
  });
  const { others } = toAttributeFields(member.custom_attributes ?? {});

  // What the user has seen: the initial values, then those of the last conflict shown.
  const [known, setKnown] = useState(initial);

  const save = useMutation({
    /** Saves and resolves to no conflicts, or saves nothing and resolves to the conflicts. */
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
        setSubmitError(conflictError(conflicts));
        return;
      }
      await queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
      showSuccess(`${memberName({ ...member, first_name, last_name })} was updated.`);
    },
    onError: (error) => {
      const formError = toFormError(error, "The member wasn't saved");
      if (formError.field === undefined) setSubmitError(formError.error);
      else form.setError(formError.field, { message: formError.message }, { shouldFocus: true });
    },
  });

  return (
    <FormProvider {...form}>
      <FormShell
        title={`Edit ${memberName(member)}`}
        description={member.member_id}
        loading={false}
        submitError={submitError}
        submitting={save.isPending}
        submitLabel="Save"
        disabledReason={useScopeReason('teams:write')}
        dirty={form.formState.isDirty && save.data?.length !== 0}
        onSubmit={form.handleSubmit((values) => {
          setSubmitError(undefined);
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
