import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Query parameters whose values are logged. All others may be secret or personal. */
const HARMLESS_PARAMETERS = new Set([
  'client_id',
  'code_challenge_method',
  'count',
  'event_type',
  'grant_type',
  'include',
  'page[number]',
  'page[size]',
  'prompt',
  'response_type',
  'scope',
  'since',
  'sort',
  'until',
]);
const REDACTED = '[redacted]';
const NAME_SHAPE = /^[\w[\]%.-]{1,64}$/;

/** Parts of a path before the ID of a member, which can be an email address. */
const MEMBER_PATHS = /(\/(?:members|points|personal-data)\/)[^/]+/g;

/** Replaces IDs of members, and the values in a URL's query except harmless ones, for logging. */
export function redactUrl(url: string): string {
  const start = url.indexOf('?');
  const path = url
    .slice(0, start === -1 ? undefined : start)
    .replace(MEMBER_PATHS, `$1${REDACTED}`);
  if (start === -1) return path;
  const parameters = url.slice(start + 1).split('&');
  return `${path}?${parameters.map(redactParameter).join('&')}`;
}

function redactParameter(parameter: string): string {
  if (parameter === '') return '';
  const [name = '', ...value] = parameter.split('=');
  // What is not shaped like a name may be a value without one.
  if (!NAME_SHAPE.test(name)) return REDACTED;
  if (HARMLESS_PARAMETERS.has(decodeName(name))) return parameter;
  return value.length === 0 ? REDACTED : `${name}=${REDACTED}`;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
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
