import { useQueryClient } from '@tanstack/react-query';
import { Download, Globe, Link2, Upload, UserPlus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import type { Sections } from '#console/api/sections.ts';
import { loadCode } from '#console/lib/load-code.ts';
import { CONNECT_ACCOUNT, paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import type { Command, CommandGroup } from './commands.ts';

export function useTeamActions(team: Team | undefined): CommandGroup['commands'] {
  const navigate = useNavigate();
  const { sections, jobs } = useApi();
  const exportAll = useExportAll();
  const accountsReason = useScopeReason('accounts:write');
  const domainsReason = useScopeReason('domains:write');
  const membersReason = useScopeReason('teams:write');
  if (!team) return [];
  const all: readonly (Command & { readonly section: keyof Sections })[] = [
    {
      section: 'accounts',
      name: 'Connect account',
      icon: Link2,
      disabledReason: accountsReason,
      run: () => void navigate(paths.accounts(team.id), { state: CONNECT_ACCOUNT }),
    },
    {
      section: 'domains',
      name: 'Add domain',
      icon: Globe,
      disabledReason: domainsReason,
      path: paths.newDomain(team.id),
    },
    {
      section: 'loyalty',
      name: 'Add member',
      keywords: 'new enroll',
      icon: UserPlus,
      disabledReason: membersReason,
      path: paths.newMember(team.id),
    },
    ...(jobs
      ? [
          {
            section: 'loyalty' as const,
            name: 'Import members',
            keywords: 'csv file upload',
            icon: Upload,
            disabledReason: membersReason,
            path: paths.importMembers(team.id),
          },
          {
            section: 'loyalty' as const,
            name: 'Export all members with all columns',
            keywords: 'csv file download',
            icon: Download,
            disabledReason: membersReason,
            run: () => void exportAll(jobs, team.id),
          },
        ]
      : []),
  ];
  return all.filter(({ section }) => sections[section]);
}

/**
 * Returns a function that starts an export of all members. It works after the palette is closed: a toast
 * says that it started, or why not.
 */
function useExportAll() {
  const queryClient = useQueryClient();
  return async (jobs: Client, teamId: string): Promise<void> => {
    try {
      const { startExportOfAll } = await loadCode(() => import('./search-team.tsx'));
      const { id, title } = await startExportOfAll(jobs, teamId, queryClient);
      showSuccess(title, { label: 'View', to: paths.job(teamId, id) });
    } catch (error) {
      const message = toUserFacingError(error, "Couldn't start the export");
      if (message) showError(message);
    }
  };
}
