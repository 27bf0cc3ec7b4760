import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { listApiKeys } from '#contract/program/program.ts';

export const apiKeysKey = (teamId: string) => ['teams', teamId, 'program-api-keys'] as const;

export function apiKeysQuery(program: Client, teamId: string) {
  return queryOptions({
    queryKey: apiKeysKey(teamId),
    queryFn: async ({ signal }) =>
      (await program.request(listApiKeys, { params: { team_id: teamId }, signal })).data,
    // Who creates a key wants to see its first use.
    refetchInterval: 15_000,
  });
}
