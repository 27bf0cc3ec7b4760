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

/** Class 08: connection exception; 53300: no connection is left; 57P01 to 57P03: the server stops or starts. */
const UNAVAILABLE_STATE = /^(08...|53300|57P0[123])$/;

/** What the driver says by its message alone. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Whether an error says that the database is away, rather than that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code !== undefined && (UNREACHABLE.has(code) || UNAVAILABLE_STATE.test(code))) return true;
    if (LOST_CONNECTION.test(cause.message)) return true;
  }
  return false;
}
