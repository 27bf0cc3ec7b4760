import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { memberName } from '#console/features/members/member-name.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { useUndoAction } from '#console/shared/use-undo-action.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { adjustPoints } from '#contract/gateway/points/points.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { ADJUSTMENT_MAX, REASON_MAX_LENGTH } from '#contract/points/adjustment.ts';
import { parseAmount } from './parse-amount.ts';
import styles from './points-history.module.css';

export interface AdjustPointsDialogProps {
  readonly points: Client;
  readonly member: Member;
  readonly onClose: () => void;
}

/** Adds or takes away points of a member, with a reason. */
export function AdjustPointsDialog({ points, member, onClose }: AdjustPointsDialogProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const undoAction = useUndoAction();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const pointsRef = useRef<HTMLInputElement>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const available = member.available_points ?? 0;
  const amount = parseAmount(text);
  const amountError = findAmountError(amount, available);
  const reasonError = reason.trim() === '' ? 'Enter a reason' : undefined;
  const adjustBy = async (body: { points: number; reason: string }) => {
    const params = { team_id: teamId, member_id: member.member_id };
    const { data } = await points.request(adjustPoints, { params, body });
    void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
    return `${memberName(member)} now has ${formatCount(data.balance, 'point')}.`;
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
  const error = toUserFacingError(adjust.error, "The points weren't adjusted");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (amount === undefined || amountError) return pointsRef.current?.focus();
    if (reasonError) return reasonRef.current?.focus();
    if (adjust.isPending) return;
    adjust.mutate({ points: amount, reason: reason.trim() });
  }
  return (
    <Dialog
      title="Adjust points"
      size="small"
      description="Adjusted points don't count toward the tier. The reason is kept in the points history."
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <form noValidate onSubmit={handleSubmit}>
        <div className={styles.fields}>
          <TextField
            ref={pointsRef}
            label="Points"
            inputMode="numeric"
            autoComplete="off"
            value={text}
            hint={
              amount !== undefined && !amountError
                ? `New balance: ${formatCount(available + amount, 'point')}.`
                : `Available: ${formatNumber(available)}. Start with a minus sign to take points away.`
            }
            error={wasSubmitted ? amountError : undefined}
            onChange={({ target }) => setText(target.value)}
          />
          <TextField
            ref={reasonRef}
            label="Reason"
            autoComplete="off"
            maxLength={REASON_MAX_LENGTH}
            value={reason}
            error={wasSubmitted ? reasonError : undefined}
            onChange={({ target }) => setReason(target.value)}
          />
          {error && <ErrorNotice error={error} />}
        </div>
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={adjust.isPending}>
            Adjust points
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function findAmountError(amount: number | undefined, available: number): string | undefined {
  if (amount === undefined || amount === 0) return 'Enter a whole number, such as 200 or -50';
  if (Math.abs(amount) > ADJUSTMENT_MAX) return `At most ${formatNumber(ADJUSTMENT_MAX)}`;
  return available + amount < 0 ? `Only ${formatNumber(available)} are available` : undefined;
}
