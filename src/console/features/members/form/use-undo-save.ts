import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { memberName } from '#console/features/members/member-name.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { useUndoAction } from '#console/shared/use-undo-action.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, updateMember } from '#contract/loyalty/members/members.ts';
import { findConflicts, quoteValue } from './conflicts/member-conflicts.ts';
import { undoChanges } from './member-changes.ts';
import { type MemberFormValues, toFormValues } from './member-form-values.ts';

export interface SavedChange {
  readonly before: MemberFormValues;
  readonly after: MemberFormValues;
}

const UNDO_ERROR = "The change wasn't undone";

/** The toast action that sets a saved change back, if all of it can be. */
export function useUndoSave() {
  const teamId = useTeamId();
  const loyalty = useApi().loyalty(teamId);
  const queryClient = useQueryClient();
  const undoAction = useUndoAction();
  return (member: Member, { before, after }: SavedChange) => {
    if (undoChanges(before, after) === undefined) return undefined;
    const params = { member: member.id };
    const undo = async () => {
      const { data: now } = await loyalty.request(getMember, { params });
      const current = toFormValues(now);
      const conflicts = findConflicts({ values: before, initial: after, known: after, current });
      if (conflicts.length > 0) {
        const changed = conflicts.map(({ label, theirs }) => `${label} to ${quoteValue(theirs)}`);
        const detail = `Someone else has since changed ${changed.join(', ')}.`;
        return { title: UNDO_ERROR, detail };
      }
      const body = undoChanges(before, after, current) ?? {};
      await loyalty.request(updateMember, { params, body });
      await queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
      return `The change to ${memberName(member)} was undone`;
    };
    return undoAction({ undo, errorTitle: UNDO_ERROR });
  };
}
