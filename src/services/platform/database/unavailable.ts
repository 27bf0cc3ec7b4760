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

export const TOO_MANY_CONNECTIONS = '53300';
/** A standby, such as the former primary after a failover, or a database that was made read-only. */
export const READ_ONLY = '25006';
/** The code of a canceled statement; lists that take too long to read have it, too. */
export const STATEMENT_TIMEOUT = '57014';

/**
 * Class 08: connection exception; 25006: read-only; 53100: disk full; 53300: too many connections; 57014: statement
 * timeout; 57P01 to 57P03: server stopping or starting.
 */
const UNAVAILABLE_STATE = /^(08...|25006|53[13]00|57014|57P0[123])$/;

/** The driver reports these only in the message, without a code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/** PostgreSQL's or the system's code of an error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as { code?: string }).code : undefined;
}

/** Whether the error means that the database is unavailable, not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = codeOf(cause);
    if (code !== undefined && (UNREACHABLE.has(code) || UNAVAILABLE_STATE.test(code))) return true;
    if (LOST_CONNECTION.test(cause.message)) return true;
  }
  return false;
}

/** The error message of the server or the system, in one line. */
export function describeDatabaseError(error: unknown): string {
  if (error instanceof AggregateError) return describeDatabaseError(error.errors[0]);
  if (!(error instanceof Error)) return 'no response';
  // The driver's outer error repeats the whole statement.
  if (error.cause instanceof Error) return describeDatabaseError(error.cause);
  return error.message.split('\n')[0] || 'no response';
}
