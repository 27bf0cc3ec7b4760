import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import type { Job } from '#contract/gateway/job.ts';
import { jobName } from './job-labels.ts';
import { useUndoJob } from './use-undo-job.ts';

interface UndoJobDialogProps {
  readonly job: Job;
  readonly onClose: () => void;
}

export function UndoJobDialog({ job, onClose }: UndoJobDialogProps) {
  const undo = useUndoJob();
  const isImport = job.kind === 'import';
  return (
    <ConfirmDialog
      title={isImport ? 'Undo the points of this import?' : `Undo “${jobName(job)}”?`}
      action={isImport ? 'Undo points' : 'Undo change'}
      tone="primary"
      pending={undo.isPending}
      error={toUserFacingError(undo.error, "The change wasn't undone")}
      onConfirm={() => undo.mutate(job.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{undoNote(job)}</p>
    </ConfirmDialog>
  );
}

/** Opens the dialog. */
export function UndoJobButton({ job }: { readonly job: Job }) {
  const writeReason = useScopeReason('teams:write');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button icon={<Undo2 />} disabledReason={writeReason} onClick={() => setIsAsking(true)}>
        {job.kind === 'import' ? 'Undo points' : 'Undo'}
      </Button>
      {isAsking && <UndoJobDialog job={job} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** What an undo restores, and what stays. */
export function undoNote({ kind, summary }: Pick<Job, 'kind' | 'summary'>): string {
  const spent = 'Members who have spent the points since then are skipped.';
  if (kind === 'import') {
    return `Each member gets the opposite entry of the points that this import added or deducted. Everything else that was imported stays. ${spent}`;
  }
  const change = (summary.change ?? {}) as Record<string, unknown>;
  return change.points === undefined
    ? 'Each member gets back what this job changed. Values that someone has changed since then stay as they are.'
    : `Each member gets the opposite entry of the points that this job added or deducted. ${spent}`;
}
