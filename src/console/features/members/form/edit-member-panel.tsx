import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { memberName } from '#console/features/members/member-name.ts';
import { memberQuery, membersKey } from '#console/features/members/members-queries.ts';
import { parseMembersView } from '#console/features/members/members-view.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, updateMember } from '#contract/loyalty/members/members.ts';
import { toAttributeFields } from './attributes/attribute-fields.ts';
import { ConflictNotice } from './conflicts/conflict-notice.tsx';
import {
  type Conflict,
  findConflicts,
  findKeptTags,
  mergeUntouched,
  quoteValue,
} from './conflicts/member-conflicts.ts';
import { memberChanges } from './member-changes.ts';
import { MemberFields } from './member-fields.tsx';
import { CONFLICT, toFormError } from './member-form-errors.ts';
import { memberFormSchema } from './member-form-schema.ts';
import { type MemberFormValues, toFormValues } from './member-form-values.ts';
import { type SavedChange, useUndoSave } from './use-undo-save.ts';

export function EditMemberPanel() {
  const teamId = useTeamId();
  const { memberId = '' } = usePathParams();
  const member = useEditedMember();
  // The page under the panel shows loading and errors.
  if (!member.data) return null;
  return <EditMember member={member.data} backTo={paths.member(teamId, memberId)} />;
}

export function EditMemberInList() {
  const teamId = useTeamId();
  const { search, state } = useLocation();
  const { data: member, error } = useEditedMember();
  const backTo = paths.members(teamId);
  const close = useClosePanel({ pathname: backTo, search }, state);
  if (member) return <EditMember member={member} backTo={backTo} />;
  const loadError =
    member === null ? NOT_FOUND : toUserFacingError(error, "Couldn't load this member");
  return (
    <FormShell
      title="Edit member"
      size="medium"
      loading
      submitError={loadError}
      submitting={false}
      submitLabel="Save"
      dirty={false}
      onSubmit={(event) => event.preventDefault()}
      onClose={close}
    >
      {null}
    </FormShell>
  );
}

const NOT_FOUND: UserFacingError = {
  title: 'Member not found',
  detail: 'The member may have been deleted.',
};

function useEditedMember() {
  const { memberId = '' } = usePathParams();
  const { search } = useLocation();
  const { language } = parseMembersView(new URLSearchParams(search));
  return useQuery(memberQuery(useApi(), useTeamId(), memberId, language));
}

interface EditMemberProps {
  readonly member: Member;
  /** Path of the page under the panel. */
  readonly backTo: string;
}

function EditMember({ member, backTo }: EditMemberProps) {
  const { search, state } = useLocation();
  const close = useClosePanel({ pathname: backTo, search }, state);
  return <EditMemberForm key={member.id} member={member} onClose={close} />;
}

interface EditMemberFormProps {
  readonly member: Member;
  readonly onClose: () => void;
}

interface SaveResult {
  /** Nothing was saved if there are any. */
  readonly conflicts: readonly Conflict[];
  readonly isChanged: boolean;
  /** Tags that someone else added in the meantime. */
  readonly keptTags: readonly string[];
  readonly saved?: SavedChange | undefined;
  /** When the member was last changed before saving. */
  readonly changedAt?: string | null | undefined;
}

const UNCHANGED: SaveResult = { conflicts: [], isChanged: false, keptTags: [] };

function EditMemberForm({ member, onClose }: EditMemberFormProps) {
  const teamId = useTeamId();
  const loyalty = useApi().loyalty(teamId);
  const queryClient = useQueryClient();
  const undoAction = useUndoSave();
  const [submitError, setSubmitError] = useState<UserFacingError>();
  // Not changed by a refetch, which would change what was typed.
  const [initial, setInitial] = useState(() => toFormValues(member));
  const [schema] = useState(() => memberFormSchema(initial));
  const form = useForm<MemberFormValues>({
    resolver: standardSchemaResolver(schema),
    defaultValues: initial,
    mode: 'onTouched',
  });
  const attributes = member.custom_attributes;
  const others = useMemo(() => toAttributeFields(attributes ?? {}).others, [attributes]);

  // What the user has seen: the initial values, then those of the last conflict shown.
  const [known, setKnown] = useState(initial);

  function showCurrent(current: MemberFormValues) {
    const merged = mergeUntouched({ values: form.getValues(), initial, current });
    setInitial(merged.initial);
    for (const name of Object.keys(merged.values) as (keyof MemberFormValues)[]) {
      form.setValue(name, merged.values[name]);
    }
  }

  const save = useMutation({
    mutationFn: async (values: MemberFormValues): Promise<SaveResult> => {
      const params = { member: member.id };
      if (Object.keys(memberChanges(values, initial)).length === 0) return UNCHANGED;
      const { data } = await loyalty.request(getMember, { params });
      const current = toFormValues(data);
      const conflicts = findConflicts({ values, initial, known, current });
      const keptTags = findKeptTags({ values, initial, current });
      const changedAt = data.last_modified_date;
      if (conflicts.length > 0) {
        setKnown(current);
        showCurrent(current);
        return { conflicts, isChanged: false, keptTags, changedAt };
      }
      const body = memberChanges(values, initial, current);
      const updated = await loyalty.request(updateMember, { params, body });
      const after = toFormValues('data' in updated ? (updated.data as Member) : updated);
      return { conflicts, isChanged: true, keptTags, saved: { before: current, after } };
    },
    onSuccess: async ({ conflicts, isChanged, keptTags, saved }, { first_name, last_name }) => {
      for (const { field, theirs } of conflicts) {
        const message = `Someone else changed this to ${quoteValue(theirs)}`;
        form.setError(field, { type: CONFLICT, message });
      }
      if (conflicts.length > 0) return;
      const name = memberName({ ...member, first_name, last_name });
      if (!isChanged) return showSuccess(`Nothing changed for ${name}`);
      // Not awaited: it is saved, also if the connection is lost now.
      void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
      const kept =
        keptTags.length > 0
          ? `. New tags from someone else were kept: ${keptTags.join(', ')}.`
          : '';
      showSuccess(`${name} was updated${kept}`, saved && undoAction(member, saved));
    },
    onError: (error) => {
      const formError = toFormError(error, "The member wasn't saved");
      if (formError.field === undefined) setSubmitError(formError.error);
      else form.setError(formError.field, { message: formError.message }, { shouldFocus: true });
    },
  });
  const conflicts = save.data?.conflicts ?? [];
  const isSaved = save.isSuccess && conflicts.length === 0;

  return (
    <FormProvider {...form}>
      <FormShell
        title={`Edit ${memberName(member)}`}
        description={member.member_id}
        size="medium"
        loading={false}
        submitError={submitError}
        submitting={save.isPending}
        submitLabel="Save"
        readOnlyReason={useScopeReason('teams:write', 'updateMember')}
        dirty={form.formState.isDirty && !isSaved}
        notice={
          conflicts.length > 0 && (
            <ConflictNotice conflicts={conflicts} changedAt={save.data?.changedAt} />
          )
        }
        onSubmit={form.handleSubmit((values) => {
          setSubmitError(undefined);
          save.mutate(values, {
            onSuccess: (result) => result.conflicts.length === 0 && onClose(),
          });
        })}
        onClose={onClose}
      >
        <MemberFields
          member={member}
          existingAttributes={initial.custom_attributes.length}
          otherAttributes={others}
        />
      </FormShell>
    </FormProvider>
  );
}
