/** Who reads both logs of a team, besides its administrators. */
export const orExportToken =
  ', or with one of its export tokens (`POST .../admin/v1/teams/{team_id}/export-tokens`) as the Bearer token,';

/** Of both logs of a team. */
export const eventFilters = {
  actor: { description: 'Only by this actor: an id, or a kind and an id such as `user:5`.' },
  action: {
    description: 'Only these actions, such as `domain.create`. Separate several with commas.',
  },
  q: {
    description:
      'Words in the names of the subject, the actor or a changed field, in the action or the id of the subject, the id of a request, or an IP address.',
  },
};
