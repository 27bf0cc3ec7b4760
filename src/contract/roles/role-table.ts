/** What a role can be, from the least to the most; each includes those before it (decisions.md, 68). */
export const ROLE_KINDS = ['viewer', 'support', 'manager', 'administrator'] as const;
export type RoleKind = (typeof ROLE_KINDS)[number];

/** Whether a kind of role is another one, or includes it. */
export function includesRole(kind: RoleKind, least: RoleKind): boolean {
  return ROLE_KINDS.indexOf(kind) >= ROLE_KINDS.indexOf(least);
}

/** Changes of members that support agents make, too; the console loads this part everywhere. */
export const SUPPORT_CHANGES = {
  adjustPoints: 'support',
  createJob: 'support',
  updateMember: 'support',
} as const;

/**
 * The operations on a team by the scope that they take, each with the least kind of role. It holds for every way
 * to an operation and for every application.
 */
export const ROLE_TABLE = {
  'accounts:read': { listAccounts: 'viewer', getAccount: 'viewer' },
  'accounts:write': {
    createAccount: 'manager',
    deleteAccount: 'manager',
    editAccountRedirect: 'manager',
    newAccountRedirect: 'manager',
  },
  'boards:read': { listBoards: 'viewer' },
  'domains:read': {
    getDomain: 'viewer',
    getDomainSetup: 'viewer',
    listDomainExperiences: 'viewer',
    listDomains: 'viewer',
  },
  'domains:write': {
    createDomain: 'manager',
    deleteDomain: 'manager',
    retryDomainCertificate: 'manager',
    updateDomain: 'manager',
  },
  identity: { listSavedViews: 'viewer' },
  'identity:write': {
    createSavedView: 'viewer',
    deleteSavedView: 'viewer',
    updateSavedView: 'viewer',
  },
  'teams:read': {
    downloadJobResult: 'viewer',
    downloadPointsOwed: 'viewer',
    downloadPointsStatement: 'viewer',
    exportAuditEvents: 'administrator',
    getActivity: 'viewer',
    getActivityUseDetails: 'viewer',
    getDirectoryFacets: 'viewer',
    getErasure: 'viewer',
    getJob: 'viewer',
    getMember: 'viewer',
    getPersonalData: 'administrator',
    getPointsOwed: 'viewer',
    getProgram: 'viewer',
    getWebhookDays: 'administrator',
    getWebhookDelivery: 'administrator',
    listActivities: 'viewer',
    listActivityUse: 'viewer',
    listApiKeys: 'administrator',
    listAuditEvents: 'administrator',
    listDirectoryAttributes: 'viewer',
    listDirectoryMembers: 'viewer',
    listDirectoryValues: 'viewer',
    listJobRows: 'viewer',
    listJobs: 'viewer',
    listMemberActivities: 'viewer',
    listMembers: 'viewer',
    listMentions: 'administrator',
    listPendingPoints: 'viewer',
    listPoints: 'viewer',
    listWebhookDeliveries: 'administrator',
    listWebhooks: 'administrator',
    streamJobs: 'viewer',
  },
  'teams:write': {
    ...SUPPORT_CHANGES,
    cancelJob: 'manager',
    correctJobRows: 'manager',
    createApiKey: 'administrator',
    createMember: 'manager',
    createWebhook: 'administrator',
    deleteMember: 'manager',
    deleteWebhook: 'administrator',
    erasePersonalData: 'administrator',
    importMembers: 'manager',
    removeMention: 'administrator',
    resendWebhookEvents: 'administrator',
    retryJob: 'manager',
    retryWebhookDeliveries: 'administrator',
    retryWebhookDelivery: 'administrator',
    revokeApiKey: 'administrator',
    rotateWebhookSecret: 'administrator',
    setPointValue: 'manager',
    startJob: 'manager',
    switchWebhookSecret: 'administrator',
    testWebhook: 'administrator',
    undoJob: 'manager',
    updateWebhook: 'administrator',
  },
  'users:read': {
    exportTeamSecurityEvents: 'administrator',
    getTeamRules: 'administrator',
    listExportTokens: 'administrator',
    listPeople: 'viewer',
    listTeamSecurityEvents: 'administrator',
  },
  'users:write': {
    changePersonRole: 'administrator',
    createExportToken: 'administrator',
    createInvitation: 'administrator',
    deleteExportToken: 'administrator',
    deleteInvitation: 'administrator',
    removePerson: 'administrator',
    resendInvitation: 'administrator',
    resetPersonSignIn: 'administrator',
    updateTeamRules: 'administrator',
  },
  'webhooks:read': {
    checkWebhook: 'viewer',
    getInboxDelivery: 'viewer',
    getInboxEvent: 'viewer',
    getInboxReplay: 'viewer',
    listInboxDays: 'viewer',
    listInboxDeliveries: 'viewer',
    listInboxEvents: 'viewer',
    listInboxEventTypes: 'viewer',
    listInboxReplays: 'viewer',
    streamInboxEvents: 'viewer',
  },
  'webhooks:write': {
    replayInboxEvent: 'manager',
    sendTestWebhook: 'manager',
    startInboxReplay: 'manager',
    stopInboxReplay: 'manager',
  },
  /** Takes no scope. */
  '': { listEmailTemplates: 'viewer' },
} as const satisfies Record<string, Record<string, RoleKind>>;

type RoleTable = typeof ROLE_TABLE;
/** The `id` of an operation on a team. */
export type TeamOperation = {
  [Scope in keyof RoleTable]: keyof RoleTable[Scope];
}[keyof RoleTable] &
  string;

/** Fields that take more than their operation, with the least kind of role that can set them. */
export const ROLE_FIELDS = {
  /** Changes, deletions and imports, and exports of a filter or of more than `SUPPORT_EXPORT_MAX` members. */
  createJob: { change: 'manager' },
  updateMember: { current_tier_id: 'manager' },
  createSavedView: { shared: 'manager' },
  updateSavedView: { shared: 'manager' },
} as const satisfies Partial<Record<TeamOperation, Record<string, RoleKind>>>;

/** Limits of support agents. */
export const SUPPORT_EXPORT_MAX = 100;
export const SUPPORT_POINTS_MAX_DEFAULT = 1_000;
/** What they can adjust in a day, which begins at midnight UTC, as a multiple of the largest adjustment. */
export const SUPPORT_ADJUSTMENTS_PER_DAY = 10;
