import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import { useFacets } from '#console/features/overview/members/facets.ts';
import {
  countMembers,
  type MemberTotals,
  memberTotalsQuery,
  toTotals,
} from '#console/features/overview/overview-queries.ts';
import { lastMonths, type Month } from '#console/lib/dates/months.ts';
import { mapInParallel } from '#console/lib/map-in-parallel.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';

const MONTH_COUNT = 12;
/** Long, because past months rarely change and each month takes several requests. */
const STALE_MS = 5 * 60_000;
/** Browsers open six connections per server, and the other panels need some of them. */
const MAX_PARALLEL_REQUESTS = 4;

export interface MonthEnrollments {
  readonly month: Month;
  readonly total: number;
  /** The total of the same month a year before; undefined if the program is younger. */
  readonly yearBefore: number | undefined;
  /** The members by their current status; undefined if the directory counted them. */
  readonly byStatus: MemberTotals | undefined;
}

/** The enrollments of the last twelve months, the oldest first. */
export function useEnrollments(teamId: string, enabled: boolean) {
  const api = useApi();
  const thisMonth = useNow().toISOString().slice(0, 7);
  const months = useMemo(() => lastMonths(new Date(`${thisMonth}-01`), MONTH_COUNT), [thisMonth]);
  const { facets, isMissing } = useFacets(teamId, enabled);
  const counted = useQuery({
    ...enrollmentsQuery(api, teamId, months),
    enabled: enabled && isMissing,
  });
  return facets ? { ...counted, data: fromFacets(months, facets), isError: false } : counted;
}

function fromFacets(months: readonly Month[], { enrolled_months }: DirectoryFacets) {
  const counts = new Map(enrolled_months.map(({ value, count }) => [value, count]));
  const start = enrolled_months.find(({ count }) => count > 0)?.value;
  return months.map((month): MonthEnrollments => {
    const value = month.first.slice(0, 7);
    const before = `${Number(value.slice(0, 4)) - 1}${value.slice(4)}`;
    return {
      month,
      total: counts.get(value) ?? 0,
      yearBefore: start !== undefined && before >= start ? counts.get(before) : undefined,
      byStatus: undefined,
    };
  });
}

function enrollmentsQuery(api: Api, teamId: string, months: readonly Month[]) {
  return queryOptions({
    queryKey: ['teams', teamId, 'members', 'enrollments', months.at(-1)?.first],
    queryFn: async ({ signal, client }): Promise<readonly MonthEnrollments[]> => {
      // Fails first where there is no program.
      await client.ensureQueryData(memberTotalsQuery(api, teamId));
      const cells = months.flatMap((enrolled) =>
        MEMBER_STATUSES.map((status) => ({ enrolled, status })),
      );
      const counts = await mapInParallel(cells, MAX_PARALLEL_REQUESTS, (cell) =>
        countMembers(api, teamId, cell, signal),
      );
      return months.map((month, index) => {
        const start = index * MEMBER_STATUSES.length;
        const monthCounts = counts.slice(start, start + MEMBER_STATUSES.length);
        const total = monthCounts.reduce((sum, count) => sum + count, 0);
        return { month, byStatus: toTotals(monthCounts), total, yearBefore: undefined };
      });
    },
    staleTime: STALE_MS,
  });
}
