import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobQuery } from '#console/shared/jobs/job-query.ts';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import { correctJobRows } from '#contract/gateway/jobs.ts';
import { type Corrections, cellOf } from './correction-columns.tsx';

const NONE: Corrections = new Map();

/** Cells of a checked file that were edited, and saving them. The whole file is then checked again. */
export function useCorrections(job: Job, rows: readonly JobRow[]) {
  const [corrections, setCorrections] = useState(NONE);
  const [teamId, api, queryClient] = [useTeamId(), useApi(), useQueryClient()];
  const save = useMutation({
    mutationFn: async (given: Corrections) => {
      const data = [...given].map(([row, cells]) => ({ row, cells: { ...cells } }));
      return api.jobs?.request(correctJobRows, {
        params: { team_id: teamId, job_id: job.id },
        body: { data },
      });
    },
    onSuccess: (saved) => {
      setCorrections(NONE);
      if (saved) queryClient.setQueryData(jobQuery(api, teamId, job.id).queryKey, saved.data);
    },
  });
  function change(number: number, column: string, text: string) {
    const row = rows.find((each) => each.row === number);
    setCorrections((current) => {
      const { [column]: _replaced, ...others } = current.get(number) ?? {};
      const isChanged = row === undefined || text !== cellOf(row, column);
      const cells = isChanged ? { ...others, [column]: text } : others;
      const next = new Map(current);
      if (Object.keys(cells).length === 0) next.delete(number);
      else next.set(number, cells);
      return next;
    });
  }
  return { corrections, change, save, discard: () => setCorrections(NONE) };
}
