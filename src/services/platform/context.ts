import { AsyncLocalStorage } from 'node:async_hooks';
import { userInfo } from 'node:os';

/** The author of a change: a signed-in user, an application with its own key, an admin command, or Patron. */
export interface Actor {
  kind: 'user' | 'client' | 'command' | 'system';
  id: string;
  name: string;
}

/** The name of the system's user who runs this process. A container's user may have a number only. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

/**
 * Header by which a request with an API key says that nobody waits for it: `u=7` is background in RFC 9218. Users
 * can't send it, because background work gets a share of the time that their requests would take from others.
 */
export const BACKGROUND_HEADERS = { priority: 'u=7' };

/** Whether the value of the header `Priority` is that of background work. */
export const isBackgroundPriority = (priority: string | string[] | undefined): boolean =>
  typeof priority === 'string' && /(^|,)\s*u=7\s*([,;]|$)/.test(priority);

/** Limits the statements that read a list. */
export interface ListRead {
  /** The limit of each statement, and of all of them together; undefined for the usual one. */
  limitMs?: number | undefined;
  /** When all have to be done, by `performance.now()`; undefined before the first one. */
  endsAt?: number;
}

/** The request or job that the current code runs for. */
export interface Context {
  requestId?: string | undefined;
  /** W3C trace context of the request. */
  traceparent?: string | undefined;
  ip?: string | undefined;
  userAgent?: string | undefined;
  /** Undefined until the caller is authenticated, and for Patron's own work. */
  actor?: Actor | undefined;
  /** The OAuth client that the user signed in to. */
  clientId?: string | undefined;
  teamId?: number | undefined;
  /** The loyalty program of the request's API key: without a team, programs take turns. */
  programId?: number | undefined;
  /** Whether nobody waits for the work: requests come first, and teams take turns. */
  isBackground?: boolean;
  /** Set while a list is read. */
  read?: ListRead | undefined;
  /** Whether an audit event was recorded. */
  hasRecorded?: boolean;
}

const contexts = new AsyncLocalStorage<Context>();

/** Empty outside of requests and commands. */
export function currentContext(): Context {
  return contexts.getStore() ?? {};
}

/** Runs a function, and everything that it awaits, in a context. */
export function runInContext<Result>(context: Context, run: () => Result): Result {
  return contexts.run(context, run);
}

/** Adds to the current context, such as what authentication found out. */
export function updateContext(
  changes: Pick<
    Context,
    'actor' | 'clientId' | 'teamId' | 'programId' | 'ip' | 'isBackground' | 'hasRecorded'
  >,
): void {
  const context = contexts.getStore();
  if (context) Object.assign(context, changes);
}
