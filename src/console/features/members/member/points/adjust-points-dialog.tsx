import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { memberName } from '#console/features/members/member-name.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { formatChange, formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { useSupportLimits } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { useUndoAction } from '#console/shared/use-undo-action.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { adjustPoints } from '#contract/gateway/points/member-points.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { type Adjustment, REASON_MAX_LENGTH } from '#contract/points/adjustment.ts';
import { AdjustmentDialog } from './adjustment-dialog.tsx';

export interface AdjustPointsDialogProps {
  readonly points: Client;
  readonly member: Member;
  readonly onClose: () => void;
}

export function AdjustPointsDialog({ points, member, onClose }: AdjustPointsDialogProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const undoAction = useUndoAction();
  const { pointsReason } = useSupportLimits();
  const available = member.available_points ?? 0;
  const name = memberName(member);
  const adjustBy = async (body: Adjustment) => {
    const params = { team_id: teamId, member_id: member.member_id };
    const { data } = await points.request(adjustPoints, { params, body });
    void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
    return `${name} now has ${formatCount(data.balance, 'point')}`;
  };
  const adjust = useMutation({
    mutationFn: adjustBy,
    onSuccess: (message, body) => {
      const undo = () =>
        adjustBy({
          points: -body.points,
          reason: `Undo: ${body.reason}`.slice(0, REASON_MAX_LENGTH),
        });
      showSuccess(message, undoAction({ undo, errorTitle: "The change wasn't undone" }));
      onClose();
    },
  });
  return (
    <AdjustmentDialog
      title={`Adjust ${name}'s points`}
      description="Adjusted points don't count toward the tier. The reason is kept in the points history."
      label="Points"
      hint={`Available: ${formatNumber(available)}. Use a minus sign to deduct points.`}
      describeEffect={(amount) =>
        `${formatChange(amount)} ${Math.abs(amount) === 1 ? 'point' : 'points'}. New balance: ${formatCount(available + amount, 'point')}.`
      }
      findError={(amount) =>
        pointsReason(amount) ??
        (available + amount < 0 ? `Only ${formatNumber(available)} are available` : undefined)
      }
      error={toUserFacingError(adjust.error, "The points weren't adjusted")}
      isPending={adjust.isPending}
      onSubmit={(adjustment) => adjust.mutate(adjustment)}
      onClose={onClose}
    />
  );
}
