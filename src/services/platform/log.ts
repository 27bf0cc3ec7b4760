import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Query parameters with secret values. */
const SECRET_PARAMETERS = /([?&](?:id_token|code|state|data|access_token|token|nonce)=)[^&#]*/gi;

/** Replaces the secrets in a URL's query, for logging. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_PARAMETERS, '$1[redacted]');
}

/**
 * The process's log: one JSON object per line, or readable lines on a terminal. It never contains
 * request bodies or headers, and URLs only without secrets.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        url: redactUrl(request.url),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      err: serializeError,
    },
  };
  if (destination) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', singleLine: true } },
  });
}

/** Leaves out a database error's parameters and detail, which can contain personal data. */
function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message.split('\nparams:')[0],
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack?.split('\n').slice(0, 12).join('\n').split('\nparams:')[0],
    ...(error.cause ? { cause: serializeError(error.cause) } : {}),
  };
}
