import { useMutation } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { type Mention, removeMention } from '#contract/gateway/personal-data.ts';

interface RemoveMentionDialogProps {
  readonly api: Client;
  readonly memberId: string;
  readonly mention: Mention;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemoveMentionDialog(props: RemoveMentionDialogProps) {
  const { api, memberId, mention, onRemoved, onClose } = props;
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const remove = useMutation({
    mutationFn: () =>
      stepUp.withIdToken((idToken) => {
        const params = { team_id: teamId, member_id: memberId, mention: mention.id };
        return api.request(removeMention, { params, idToken });
      }),
    onSuccess: () => {
      onClose();
      showSuccess('Text removed');
      onRemoved();
    },
  });
  return (
    <ConfirmDialog
      title="Remove this text?"
      action="Remove text"
      pending={remove.isPending}
      error={toUserFacingError(remove.error, "The text wasn't removed")}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p dir="auto">“{mention.text}”</p>
      <p>
        {mention.kind === 'request'
          ? 'This deletes the whole body of the request.'
          : 'This deletes the whole text and nothing else.'}{' '}
        It can't be undone.
      </p>
    </ConfirmDialog>
  );
}
