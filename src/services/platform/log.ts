import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Query parameters whose value is a secret, wherever an address is logged. */
const SECRET_PARAMETERS = /([?&](?:id_token|code|state|data|access_token|token|nonce)=)[^&#]*/gi;

/** An address as it may be logged: secrets in its query are replaced. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_PARAMETERS, '$1[redacted]');
}

/**
 * The process's log: one JSON object a line, or readable lines on a terminal.
 * Bodies and headers are never logged, addresses only without their secrets.
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
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
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

/** What of an error is logged: a database error's parameters and detail can hold personal data. */
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
