import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { nullIfNotFound } from '#console/api/errors/null-if-not-found.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { listPoints } from '#contract/gateway/points/member-points.ts';
import type { PointEntry } from '#contract/points/points.ts';

export const INITIAL_COUNT = 6;
/** The API's largest page. */
export const PAGE_SIZE = 200;

/** The latest `count` entries; null if the loyalty service has no history, or no such member. */
export function pointsQuery(points: Client, teamId: string, memberId: string, count: number) {
  return queryOptions({
    queryKey: [...membersKey(teamId), 'points', memberId, count] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId, member_id: memberId };
      const entries: PointEntry[] = [];
      let cursor: string | undefined;
      for (;;) {
        const query = { count: Math.min(count - entries.length, PAGE_SIZE), start_cursor: cursor };
        const response = points.request(listPoints, { params, query, signal });
        const page = await nullIfNotFound(response, [404]);
        if (!page) return null;
        entries.push(...page.data);
        cursor = page.next_cursor ?? undefined;
        if (cursor === undefined || entries.length >= count) return { total: page.total, entries };
      }
    },
  });
}
