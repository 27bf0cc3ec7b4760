import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Client } from '#console/api/client.ts';
import { downloadFile } from '#console/api/download-file.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { csvFileName, saveFile } from '#console/lib/save-file.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { showError } from '#console/ui/feedback/toasts.ts';
import { AUDIT_CSV_PATH, listAuditEvents } from '#contract/audit/audit-events.ts';
import { type AuditView, auditFilters } from './filter/audit-view.ts';

interface ExportButtonProps {
  readonly audit: Client;
  readonly view: AuditView;
}

export function ExportButton({ audit, view }: ExportButtonProps) {
  const teamId = useTeamId();
  const team = useCurrentTeam();
  const download = useMutation({
    mutationFn: async () => {
      const file = await downloadFile(
        audit,
        { ...listAuditEvents, path: AUDIT_CSV_PATH },
        { team_id: teamId },
        auditFilters(view),
      );
      saveFile(file, csvFileName('audit-log', team?.attributes.name));
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
