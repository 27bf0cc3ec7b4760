/** Timeouts, intervals and size limits; tests use others. */
export interface GatewayLimits {
  /** How long the loyalty service may take to send response headers. */
  upstreamHeadersMs: number;
  /** How long the loyalty service may take to send the whole response. */
  upstreamTotalMs: number;
  /** A larger page of a list is requested again with fewer items. */
  upstreamResponseBytes: number;
  /** Interval of comments in the event stream. Each one checks the access token again. */
  heartbeatMs: number;
  /** How often the inbox worker polls. Notifications wake it; polling covers lost ones. */
  inboxPollMs: number;
  /** How often the directory worker looks for teams that are due. */
  directoryPollMs: number;
  /** How often the jobs worker polls. Notifications wake it; polling covers lost ones. */
  jobsPollMs: number;
  /** Matches of a search that are sorted by relevance; sorting more takes too long. */
  sortedMatches: number;
  /** Members that are counted where an estimate would be enough, too. */
  countedMembers: number;
  /** Imported files that arrive in one process at the same time. */
  uploads: number;
  /** Imported files of one team that arrive in one process at the same time. */
  teamUploads: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  upstreamHeadersMs: 10_000,
  upstreamTotalMs: 30_000,
  // 1,000 ordinary members have about 1.5 MB; our own service ends a page after 4 MB.
  upstreamResponseBytes: 8 * 1024 * 1024,
  heartbeatMs: 15_000,
  inboxPollMs: 5_000,
  directoryPollMs: 2_000,
  jobsPollMs: 1_000,
  sortedMatches: 10_000,
  countedMembers: 50_000,
  uploads: 8,
  teamUploads: 2,
};
