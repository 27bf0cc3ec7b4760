/** Prefix of all queries about a team's jobs. */
export const jobsKey = (teamId: string) => ['teams', teamId, 'jobs'] as const;

/** Prefix of the queries for pages of the list. */
export const jobsListKey = (teamId: string) => [...jobsKey(teamId), 'list'] as const;
export const jobKey = (teamId: string, jobId: string) =>
  [...jobsKey(teamId), 'one', jobId] as const;
