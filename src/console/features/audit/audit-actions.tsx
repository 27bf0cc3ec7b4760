import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Client } from '#console/api/client.ts';
import { downloadFile } from '#console/api/download-file.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { saveFile } from '#console/lib/save-file.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { AUDIT_CSV_PATH, listAuditEvents } from '#contract/audit/audit-events.ts';
import { type AuditView, auditFilters } from './filter/audit-view.ts';

interface ExportButtonProps {
  readonly audit: Client;
  readonly view: AuditView;
}

/** Downloads all events that match the filters. */
export function ExportButton({ audit, view }: ExportButtonProps) {
  const teamId = useTeamId();
  const { showError } = useToast();
  const download = useMutation({
    mutationFn: async () => {
      const file = await downloadFile(
        audit,
        { ...listAuditEvents, path: AUDIT_CSV_PATH },
        { team_id: teamId },
        auditFilters(view),
      );
      saveFile(file, 'audit-log.csv');
    },
    onError: (error) => {
      const message = toUserFacingError(error, "The audit log wasn't exported");
      if (message) showError(message);
    },
  });
  return (
    <Button icon={<Download />} loading={download.isPending} onClick={() => download.mutate()}>
      Export
    </Button>
  );
}
