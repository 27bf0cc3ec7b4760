import { type FormEvent, useRef, useState } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { parseAmount } from '#console/features/members/member/points/parse-amount.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { Dialog, DialogFooter, DialogForm } from '#console/ui/overlay/dialog.tsx';
import { ADJUSTMENT_MAX, REASON_MAX_LENGTH } from '#contract/points/adjustment.ts';
import { type JobDialogProps, useStartJob } from './use-start-job.ts';

/** Adds the same number of points to each of the selected members, or takes it away. */
export function PointsDialog({ selection, onStarted, onClose }: JobDialogProps) {
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const pointsRef = useRef<HTMLInputElement>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const start = useStartJob(onStarted);
  const points = parseAmount(text);
  const pointsError = findPointsError(points);
  const reasonError = reason.trim() === '' ? 'Enter a reason' : undefined;
  const error = toUserFacingError(start.error, 'No points were adjusted');

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (points === undefined || pointsError) return pointsRef.current?.focus();
    if (reasonError) return reasonRef.current?.focus();
    if (start.isPending) return;
    const change = { points: { points, reason: reason.trim() } };
    start.mutate({ kind: 'change', selection: selection.forJob, change });
  }
  return (
    <Dialog
      title={`Adjust points of ${formatCount(selection.count, 'member')}`}
      size="small"
      description="Adjusted points don't count toward the tier. The reason is kept in each member's points history."
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <DialogForm onSubmit={handleSubmit}>
        {error && <ErrorNotice error={error} />}
        <TextField
          ref={pointsRef}
          label="Points for each member"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          hint={
            points === undefined || pointsError
              ? 'Use a minus sign to deduct points.'
              : describeAdjustment(points, selection.count)
          }
          error={wasSubmitted ? pointsError : undefined}
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
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={start.isPending}>
            Adjust points
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}

function findPointsError(points: number | undefined): string | undefined {
  if (points === undefined || points === 0) return 'Enter a whole number, such as 200 or −50';
  return Math.abs(points) > ADJUSTMENT_MAX ? `At most ${formatNumber(ADJUSTMENT_MAX)}` : undefined;
}

function describeAdjustment(points: number, members: number): string {
  const total = formatCount(Math.abs(points) * members, 'point');
  if (points > 0) return `Adds ${total} in all.`;
  return `Deducts up to ${total} in all. Members with fewer than ${formatNumber(-points)} keep theirs, and are listed in the results.`;
}
