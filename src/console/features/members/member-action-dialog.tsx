import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { useToast } from '#console/ui/toast/toast.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { deleteMember, updateMember } from '#contract/loyalty/members/members.ts';
import { explainMemberAct, isMemberGone } from './form/member-form-errors.ts';
import { ACT_WORDS, type MemberAct } from './member-actions.ts';
import { memberName } from './member-name.ts';
import { membersKey, membersListKey } from './members-queries.ts';

interface MemberActDialogProps {
  readonly member: Member;
  readonly act: MemberAct;
  readonly onClose: () => void;
  /** The member is gone, before the lists are read again. */
  readonly onDeleted?: (() => void) | undefined;
}

/** Asks before a member is blocked, opted out, reactivated or deleted, and does it. */
export function MemberActDialog({ member, act, onClose, onDeleted }: MemberActDialogProps) {
  const teamId = useTeamId();
  const loyalty = useApi().loyalty(teamId);
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const words = ACT_WORDS[act];
  const name = memberName(member);

  const acting = useMutation({
    mutationFn: async () => {
      const params = { member: member.id };
      if (words.status === undefined) await loyalty.request(deleteMember, { params });
      else await loyalty.request(updateMember, { params, body: { member_status: words.status } });
    },
    onSuccess: async () => {
      showSuccess(words.done(name));
      onClose();
      if (act !== 'delete') {
        return queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
      }
      onDeleted?.();
      await queryClient.invalidateQueries({ queryKey: membersListKey(teamId) });
      // What was read of the member itself; its page is closed by now.
      queryClient.removeQueries({ queryKey: membersKey(teamId), type: 'inactive' });
    },
    // The page beneath has to know as well.
    onError: (error) =>
      isMemberGone(error)
        ? queryClient.invalidateQueries({ queryKey: membersKey(teamId) })
        : undefined,
  });

  return (
    <ConfirmDialog
      title={words.title(name)}
      action={words.action}
      tone={act === 'reactivate' ? 'primary' : 'danger'}
      pending={acting.isPending}
      error={explainMemberAct(acting.error, words.failed)}
      onConfirm={() => acting.mutate()}
      onCancel={onClose}
    >
      <p>{words.consequences(member)}</p>
    </ConfirmDialog>
  );
}
