/** Puts a value into an address. Template parts are written as they are, values are escaped. */
function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

/** History state of the accounts page that opens the sheet of account types. */
export const CONNECT_ACCOUNT = { connect: true } as const;

/**
 * The address of every page and panel. Links and navigations take theirs from here, so that an
 * address is written in two places only: here, and in routes.tsx, member-routes.tsx or personal-routes.tsx.
 */
export const paths = {
  home: () => '/',
  overview: (teamId: string) => path`/teams/${teamId}/overview`,

  accounts: (teamId: string) => path`/teams/${teamId}/accounts`,
  account: (teamId: string, accountId: string) => path`/teams/${teamId}/accounts/${accountId}`,
  newAccount: (teamId: string, type: string) => path`/teams/${teamId}/accounts/new/${type}`,
  boards: (teamId: string) => path`/teams/${teamId}/boards`,
  board: (teamId: string, boardId: string) => path`/teams/${teamId}/boards/${boardId}`,
  domains: (teamId: string) => path`/teams/${teamId}/domains`,
  domain: (teamId: string, domainId: string) => path`/teams/${teamId}/domains/${domainId}`,
  newDomain: (teamId: string) => path`/teams/${teamId}/domains/new`,
  domainExperience: (teamId: string, domainId: string) =>
    path`/teams/${teamId}/domains/${domainId}/default-experience`,
  emailTemplates: (teamId: string) => path`/teams/${teamId}/email-templates`,
  emailTemplate: (teamId: string, templateId: string) =>
    path`/teams/${teamId}/email-templates/${templateId}`,

  members: (teamId: string) => path`/teams/${teamId}/members`,
  importMembers: (teamId: string) => path`/teams/${teamId}/members/import`,
  memberImport: (teamId: string, jobId: string) => path`/teams/${teamId}/members/import/${jobId}`,
  newMember: (teamId: string) => path`/teams/${teamId}/members/new`,
  /** @param memberId the operator's id (`member_id`), which people know and search by */
  member: (teamId: string, memberId: string) => path`/teams/${teamId}/members/${memberId}`,
  editMemberInList: (teamId: string, memberId: string) =>
    path`/teams/${teamId}/members/edit/${memberId}`,
  editMember: (teamId: string, memberId: string) => path`/teams/${teamId}/members/${memberId}/edit`,
  personalData: (teamId: string, memberId: string) =>
    path`/teams/${teamId}/members/${memberId}/personal-data`,
  jobs: (teamId: string) => path`/teams/${teamId}/jobs`,
  job: (teamId: string, jobId: string) => path`/teams/${teamId}/jobs/${jobId}`,
  activities: (teamId: string) => path`/teams/${teamId}/activities`,
  /** @param activityId the operator's key (`activity_id`) */
  activity: (teamId: string, activityId: string) => path`/teams/${teamId}/activities/${activityId}`,
  webhooks: (teamId: string) => path`/teams/${teamId}/webhooks`,
  webhooksSetup: (teamId: string) => path`/teams/${teamId}/webhooks/setup`,
  webhookEvent: (teamId: string, eventId: string) =>
    path`/teams/${teamId}/webhooks/events/${eventId}`,
  webhookRequest: (teamId: string, requestId: string) =>
    path`/teams/${teamId}/webhooks/requests/${requestId}`,

  program: (teamId: string) => path`/teams/${teamId}/program`,
  programWebhook: (teamId: string, webhookId: string) =>
    path`/teams/${teamId}/program/webhooks/${webhookId}`,

  people: (teamId: string) => path`/teams/${teamId}/people`,
  teamRules: (teamId: string) => path`/teams/${teamId}/people/rules`,
  newInvitation: (teamId: string) => path`/teams/${teamId}/people/invite`,
  auditLog: (teamId: string) => path`/teams/${teamId}/audit-log`,
  securityLog: (teamId: string) => path`/teams/${teamId}/security-log`,
  exportTokens: (teamId: string) => path`/teams/${teamId}/audit-log/export-tokens`,
  auditEvent: (teamId: string, eventId: string) => path`/teams/${teamId}/audit-log/${eventId}`,

  /** @param token of the link in the invitation */
  acceptInvitation: (token: string) => path`/invitations/accept?token=${token}`,
  security: () => '/security',
  newFactor: () => '/security/new',
  /** @param kind one whose codes go to a number: sms, voice or fax */
  newNumberFactor: (kind: string) => path`/security/new/${kind}`,
  verifyFactor: (factorId: string) => path`/security/${factorId}/verify`,
  profile: () => '/profile',
} as const;
