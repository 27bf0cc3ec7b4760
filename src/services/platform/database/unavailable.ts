const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE']);

/** Whether an error says that the database is away, rather than that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    // Class 08: connection exception; 57P01 to 57P03: the server shuts down or starts.
    if (code !== undefined && (UNREACHABLE.has(code) || /^(08|57P0[123])/.test(code))) return true;
    if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(cause.message)) {
      return true;
    }
  }
  return false;
}
