const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Class 08: connection exception; 53100: disk full; 53300: too many connections; 57014: statement
 * timeout; 57P01 to 57P03: server stopping or starting.
 */
const UNAVAILABLE_STATE = /^(08...|53[13]00|57014|57P0[123])$/;

/** The driver reports these only in the message, without a code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Whether the error means that the database is unavailable, not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code !== undefined && (UNREACHABLE.has(code) || UNAVAILABLE_STATE.test(code))) return true;
    if (LOST_CONNECTION.test(cause.message)) return true;
  }
  return false;
}
