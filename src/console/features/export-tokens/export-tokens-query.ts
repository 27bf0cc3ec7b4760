import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { listExportTokens } from '#contract/people/export-tokens.ts';

export const exportTokensKey = (teamId: string) => ['teams', teamId, 'export-tokens'] as const;

export function exportTokensQuery(rules: Client, teamId: string) {
  return queryOptions({
    queryKey: exportTokensKey(teamId),
    queryFn: async ({ signal }) =>
      (await rules.request(listExportTokens, { params: { team_id: teamId }, signal })).data,
    // Who creates a token wants to see its first use.
    refetchInterval: 15_000,
  });
}

export const exportTokensLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    if (api.rules) void queryClient.prefetchQuery(exportTokensQuery(api.rules, teamId));
    return null;
  };
