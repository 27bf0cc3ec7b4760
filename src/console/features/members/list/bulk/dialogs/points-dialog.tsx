import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  type JobDialogProps,
  useStartJob,
} from '#console/features/members/list/bulk/use-start-job.ts';
import { AdjustmentDialog } from '#console/features/members/member/points/adjustment-dialog.tsx';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { describeSimilar } from './similar-note.tsx';

export function PointsDialog({ selection, onStarted, onClose }: JobDialogProps) {
  const start = useStartJob(onStarted);
  return (
    <AdjustmentDialog
      title={`Adjust points of ${formatCount(selection.count, 'member')}`}
      description={[
        describeSimilar(selection),
        "Adjusted points don't count toward the tier. The reason is kept in each member's points history.",
      ].join(' ')}
      label="Points for each member"
      hint="Use a minus sign to deduct points."
      describeEffect={(points) => describeAdjustment(points, selection.count)}
      error={toUserFacingError(start.error, 'No points were adjusted')}
      isPending={start.isPending}
      onSubmit={(points) =>
        start.mutate({ kind: 'change', selection: selection.forJob, change: { points } })
      }
      onClose={onClose}
    />
  );
}

/** What it does to all of them, and to each: "Adds 5,000 points in all. Each balance rises by 50." */
export function describeAdjustment(points: number, members: number): string {
  const total = formatCount(Math.abs(points) * members, 'point');
  const each = formatNumber(Math.abs(points));
  if (points > 0) return `Adds ${total} in all. Each balance rises by ${each}.`;
  return `Deducts up to ${total} in all. Each balance falls by ${each}. Members with fewer than ${each} keep theirs, and are listed in the results.`;
}
