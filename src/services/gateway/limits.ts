/** How long the gateway waits and how much it takes; tests make them small. */
export interface GatewayLimits {
  /** Until the loyalty service begins to answer, in milliseconds. */
  upstreamHeadersMs: number;
  /** Until its answer is whole, in milliseconds. */
  upstreamTotalMs: number;
  upstreamAnswerBytes: number;
  /** Between two comments of the event stream, each of which checks the token again. */
  heartbeatMs: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  upstreamHeadersMs: 10_000,
  upstreamTotalMs: 30_000,
  // A list of 1,000 members with full custom attributes stays below it.
  upstreamAnswerBytes: 80 * 1024 * 1024,
  heartbeatMs: 15_000,
};
