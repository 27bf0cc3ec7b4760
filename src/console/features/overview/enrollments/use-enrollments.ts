import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { enrollmentsQuery } from '#console/features/overview/overview-queries.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { lastMonths } from './months.ts';

/** A year of them. */
const MONTHS = 12;

/** Reads the enrolments of the last twelve months, the oldest first. */
export function useEnrollments(teamId: string, enabled: boolean) {
  const api = useApi();
  const thisMonth = useNow().toISOString().slice(0, 7);
  const months = useMemo(() => lastMonths(new Date(`${thisMonth}-01`), MONTHS), [thisMonth]);
  return useQuery({ ...enrollmentsQuery(api, teamId, months), enabled });
}
