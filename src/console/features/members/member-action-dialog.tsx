import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useUndoAction } from '#console/shared/use-undo-action.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { deleteMember, updateMember } from '#contract/loyalty/members/members.ts';
import { explainMemberError, isMemberDeleted } from './form/member-form-errors.ts';
import { ACTION_TEXTS, findStatusTexts, type MemberAction } from './member-actions.ts';
import { memberName } from './member-name.ts';
import { membersKey, membersListKey } from './members-queries.ts';

interface MemberActionDialogProps {
  readonly member: Member;
  readonly action: MemberAction;
  readonly onClose: () => void;
  /** Called after the deletion, before the lists are refetched. */
  readonly onDeleted?: (() => void) | undefined;
}

/** Asks for confirmation, then blocks, opts out, reactivates or deletes a member. */
export function MemberActionDialog(props: MemberActionDialogProps) {
  const { member, action, onClose, onDeleted } = props;
  const teamId = useTeamId();
  const loyalty = useApi().loyalty(teamId);
  const queryClient = useQueryClient();
  const undoAction = useUndoAction();
  const texts = ACTION_TEXTS[action];
  const name = memberName(member);

  const params = { member: member.id };
  const setStatus = async (status: NonNullable<typeof texts.status>) => {
    await loyalty.request(updateMember, { params, body: { member_status: status } });
    void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
  };
  const mutation = useMutation({
    mutationFn: async () => {
      // Before the member is read again.
      const before = findStatusTexts(member.member_status ?? '');
      if (texts.status === undefined) await loyalty.request(deleteMember, { params });
      else await setStatus(texts.status);
      return before;
    },
    onSuccess: async (before) => {
      showSuccess(
        texts.successMessage(name),
        texts.status && before
          ? undoAction({
              undo: async () => {
                await setStatus(before.status);
                return before.successMessage(name);
              },
              errorTitle: before.errorTitle,
            })
          : undefined,
      );
      onClose();
      if (action !== 'delete') return;
      onDeleted?.();
      // The member's own page is closed by `onDeleted`. Where it stays, below the command palette, it says
      // that the member is not found.
      const queryKey = onDeleted ? membersListKey(teamId) : membersKey(teamId);
      await queryClient.invalidateQueries({ queryKey });
      queryClient.removeQueries({ queryKey: membersKey(teamId), type: 'inactive' });
    },
    // Let the page under the dialog show that the member is deleted, too.
    onError: (error) =>
      isMemberDeleted(error)
        ? queryClient.invalidateQueries({ queryKey: membersKey(teamId) })
        : undefined,
  });

  return (
    <ConfirmDialog
      title={texts.title(name)}
      action={texts.buttonLabel}
      tone={action === 'reactivate' ? 'primary' : 'danger'}
      pending={mutation.isPending}
      error={explainMemberError(mutation.error, texts.errorTitle)}
      onConfirm={() => mutation.mutate()}
      onCancel={onClose}
    >
      <p>{texts.consequences(member)}</p>
    </ConfirmDialog>
  );
}
