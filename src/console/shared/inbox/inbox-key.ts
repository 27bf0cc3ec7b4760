/** The key prefix of all queries of a team's inbox. */
export const inboxKey = (teamId: string) => ['teams', teamId, 'inbox'] as const;
