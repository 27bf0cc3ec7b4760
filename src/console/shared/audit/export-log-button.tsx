import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Client } from '#console/api/client.ts';
import { downloadFile } from '#console/api/download-file.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { csvFileName, saveFile } from '#console/lib/save-file.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { showError } from '#console/ui/feedback/toasts.ts';
import type { Endpoint } from '#contract/endpoint.ts';

interface ExportLogButtonProps {
  readonly log: 'audit log' | 'security log';
  readonly client: Client;
  /** Responds with the CSV file. */
  readonly endpoint: Pick<Endpoint, 'id' | 'path' | 'scope'>;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** Downloads the events of a log that match its filters. */
export function ExportLogButton({ log, client, endpoint, query }: ExportLogButtonProps) {
  const teamId = useTeamId();
  const team = useCurrentTeam();
  const download = useMutation({
    mutationFn: async () => {
      const file = await downloadFile(client, endpoint, { team_id: teamId }, query);
      saveFile(file, csvFileName(log.replace(' ', '-'), team?.attributes.name));
    },
    onError: (error) => {
      const message = toUserFacingError(error, `The ${log} wasn't exported`);
      if (message) showError(message);
    },
  });
  return (
    <Button icon={<Download />} loading={download.isPending} onClick={() => download.mutate()}>
      Export
    </Button>
  );
}
