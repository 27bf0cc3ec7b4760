import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import type { Job } from '#contract/gateway/job.ts';
import { jobName } from './job-labels.ts';
import { undoNote } from './undo-note.ts';
import { useUndoJob } from './use-undo-job.ts';

interface UndoJobButtonProps {
  readonly job: Job;
  readonly size?: 'small';
}

/** Asks, and then undoes a job that `canUndo`. */
export function UndoJobButton({ job, size }: UndoJobButtonProps) {
  const writeReason = useScopeReason('teams:write');
  const [isAsking, setIsAsking] = useState(false);
  const undo = useUndoJob();
  const isImport = job.kind === 'import';
  return (
    <>
      <Button
        {...(size && { size })}
        icon={<Undo2 />}
        disabledReason={writeReason}
        onClick={() => setIsAsking(true)}
      >
        {isImport ? 'Undo points' : 'Undo'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={isImport ? 'Undo the points of this import?' : `Undo “${jobName(job)}”?`}
          action={isImport ? 'Undo points' : 'Undo change'}
          tone="primary"
          pending={undo.isPending}
          error={toUserFacingError(undo.error, "The change wasn't undone")}
          onConfirm={() => undo.mutate(job.id, { onSuccess: () => setIsAsking(false) })}
          onCancel={() => setIsAsking(false)}
        >
          <p>{undoNote(job)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
