import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { directoryQuery } from '#console/features/members/directory-members.ts';
import type { MembersView } from '#console/features/members/members-view.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { useViewAction } from '#console/ui/feedback/use-view-action.ts';
import { createJob } from '#contract/gateway/jobs.ts';

interface ExportButtonProps {
  readonly view: MembersView;
  /** How many members the list shows on all pages. */
  readonly total: number | undefined;
}

/** Starts an export of all members that match the filters; the file appears among the jobs. */
export function ExportButton({ view, total }: ExportButtonProps) {
  const teamId = useTeamId();
  const { jobs } = useApi();
  const { showSuccess, showError } = useToast();
  const viewAction = useViewAction();
  const start = useMutation({
    mutationFn: async () => {
      const { start_cursor: _cursor, count: _count, sort: _sort, ...filter } = directoryQuery(view);
      const given = Object.entries(filter).filter(([, value]) => value !== undefined);
      const selection = { filter: Object.fromEntries(given) };
      const body = { data: { kind: 'export', selection } } as const;
      return jobs?.request(createJob, { params: { team_id: teamId }, body });
    },
    onSuccess: (started) => {
      const what = formatCount(started?.data.total ?? 0, 'member');
      showSuccess(`Exporting ${what}`, viewAction(paths.jobs(teamId)));
    },
    onError: (error) =>
      showError(
        toUserFacingError(error, "Couldn't start the export") ?? {
          title: "Couldn't start the export",
        },
      ),
  });
  return (
    <Button
      icon={<Download />}
      loading={start.isPending}
      disabledReason={
        useScopeReason('teams:write') ?? (total === 0 ? 'No members to export' : undefined)
      }
      onClick={() => start.mutate()}
    >
      Export
    </Button>
  );
}
