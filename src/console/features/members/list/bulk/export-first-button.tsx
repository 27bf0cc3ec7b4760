import { Download } from 'lucide-react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { showError } from '#console/ui/feedback/toasts.ts';
import type { Job } from '#contract/gateway/job.ts';
import type { JobSelection } from './use-member-selection.ts';
import { useStartJob } from './use-start-job.ts';

interface ExportFirstButtonProps {
  readonly selection: JobSelection;
  /** How many members are selected. */
  readonly total: number;
  readonly onStarted: (job: Job) => void;
}

/** Starts an export of members before they are deleted, with all columns. */
export function ExportFirstButton({ selection, total, onStarted }: ExportFirstButtonProps) {
  const scopeReason = useScopeReason('teams:write');
  const start = useStartJob(onStarted);
  const fail = (error: unknown) => {
    const message = toUserFacingError(error, "Couldn't start the export");
    if (message) showError(message);
  };
  return (
    <Button
      size="small"
      icon={<Download />}
      loading={start.isPending}
      disabledReason={scopeReason ?? (total === 0 ? 'No members to export' : undefined)}
      onClick={() => start.mutate({ kind: 'export', selection }, { onError: fail })}
    >
      Export first
    </Button>
  );
}
