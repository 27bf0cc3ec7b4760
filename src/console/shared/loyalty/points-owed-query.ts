import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { DirectoryStatus } from '#contract/gateway/directory.ts';
import { getPointsOwed, type PointsOwed } from '#contract/gateway/points/points-owed.ts';

export interface PointsOwedResponse {
  readonly owed: PointsOwed;
  readonly directory: DirectoryStatus;
}

/** A change of a member changes it, too: the key begins like that of members. */
export const pointsOwedKey = (teamId: string) =>
  ['teams', teamId, 'members', 'points-owed'] as const;

export function pointsOwedQuery({ directory }: Api, teamId: string) {
  return queryOptions({
    queryKey: pointsOwedKey(teamId),
    queryFn: directory
      ? async ({ signal }): Promise<PointsOwedResponse> => {
          const params = { team_id: teamId };
          const { data, directory: status } = await directory.request(getPointsOwed, {
            params,
            signal,
          });
          return { owed: data, directory: status };
        }
      : skipToken,
  });
}
