import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { getProgram } from '#contract/program/program.ts';

/** The program's settings; disabled if the loyalty service isn't ours. */
export function programQuery({ program }: Api, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'program'] as const,
    queryFn: program
      ? async ({ signal }) =>
          (await program.request(getProgram, { params: { team_id: teamId }, signal })).data
      : skipToken,
  });
}
