import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Client } from '#console/api/client.ts';
import { downloadFile } from '#console/api/download-file.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { saveFile } from '#console/lib/save-file.ts';
import { Button } from '#console/ui/button/button.tsx';
import { showError } from '#console/ui/feedback/toasts.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import { getPointsOwed } from '#contract/gateway/points/points-owed.ts';

interface CsvButtonProps {
  readonly teamId: string;
  readonly directory: Client;
  readonly path: string;
  readonly fileName: string;
  /** What is downloaded: "the statement". */
  readonly what: string;
}

export function CsvButton({ teamId, directory, path, fileName, what }: CsvButtonProps) {
  const download = useMutation({
    mutationFn: async () => {
      const params = { team_id: teamId };
      saveFile(await downloadFile(directory, { ...getPointsOwed, path }, params), fileName);
    },
    onError: (error) => {
      const message = toUserFacingError(error, `Couldn't download ${what}`);
      if (message) showError(message);
    },
  });
  return (
    <Button
      variant="ghost"
      size="small"
      icon={<Download />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Download<VisuallyHidden> {what}</VisuallyHidden>
    </Button>
  );
}
