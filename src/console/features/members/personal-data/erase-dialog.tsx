import { useMutation } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { type Erasure, erasePersonalData } from '#contract/gateway/personal-data.ts';

interface EraseDialogProps {
  readonly api: Client;
  readonly memberId: string;
  readonly name: string;
  /** Called when the erasure is queued. */
  readonly onErased: (erasure: Erasure) => void;
  readonly onClose: () => void;
}

export function EraseDialog({ api, memberId, name, onErased, onClose }: EraseDialogProps) {
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const erase = useMutation({
    mutationFn: () =>
      stepUp.withIdToken((idToken) => {
        const params = { team_id: teamId, member_id: memberId };
        return api.request(erasePersonalData, { params, idToken });
      }),
    onSuccess: ({ data }) => {
      onClose();
      onErased(data);
    },
  });
  return (
    <ConfirmDialog
      title={`Erase ${name}?`}
      action="Erase member"
      pending={erase.isPending}
      error={toUserFacingError(erase.error, `${name} wasn't erased`)}
      onConfirm={() => erase.mutate()}
      onCancel={onClose}
    >
      <p>
        This deletes the member {memberId} and everything that is kept about them, in every team
        that uses this program. It can't be undone.
      </p>
      <p>
        Their points stay in your totals without a name, and the audit log keeps who changed
        something and when. Texts elsewhere that mention them stay until you remove them.
      </p>
    </ConfirmDialog>
  );
}
