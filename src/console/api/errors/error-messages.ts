import { capitalize } from '#console/lib/format/capitalize.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { ApiError } from './api-error.ts';
import { forbiddenMessage } from './forbidden-message.ts';
import type { ErrorMessage } from './missing-scope.ts';

function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Describes an error to the user: what happened, why, what to do, and the id to quote. Undefined
 * without an error and for requests that were canceled.
 *
 * @param what what failed, as the page says it: "The domain wasn't added"
 */
export function toUserFacingError(error: unknown, what?: string): UserFacingError | undefined {
  if (isCanceled(error) || error === null || error === undefined) return undefined;
  if (!(error instanceof ApiError)) {
    return {
      title: what ?? 'This part of the page failed',
      detail: 'Something went wrong in the console itself. Reload the page and try again.',
    };
  }
  if (isUnreadSuccess(error)) {
    return {
      title: "This was done, but the service's response can't be read",
      detail: 'Reload the page to see the result. Doing it again could do it twice.',
      requestId: error.requestId,
    };
  }
  const { title, detail } = messageFor(error);
  // A sentence of the service explains itself, unlike "Is taken".
  const isExplained = SELF_EXPLANATORY.includes(error.status) && serverMessage(error).endsWith('.');
  return {
    title: what ?? title,
    detail: what === undefined || isExplained ? detail : `${title}. ${detail}`,
    ...(error.kind === 'network' && { isConnectionLost: true }),
    requestId: error.requestId,
  };
}

/** Whether it is about a write that succeeded: only its response can't be read. */
function isUnreadSuccess({ kind, method = 'GET', endpoint }: ApiError): boolean {
  return kind === 'invalid-response' && method !== 'GET' && endpoint !== TOKEN_ENDPOINT_ID;
}

/**
 * The error of loading one thing: "Account not found", or "Couldn't load the account".
 *
 * @param what the thing in lower case: "account"
 */
export function toLoadError(error: unknown, what: string): UserFacingError | undefined {
  if (!(error instanceof ApiError) || error.status !== 404) {
    return toUserFacingError(error, `Couldn't load the ${what}`);
  }
  const notFound = toUserFacingError(error);
  const title = `${capitalize(what)} not found`;
  return notFound && { ...notFound, title, isNotFound: true, requestId: undefined };
}

function messageFor(error: ApiError): ErrorMessage {
  if (error.kind === 'network') {
    return {
      title: "The service couldn't be reached",
      detail: 'Check your connection and try again.',
    };
  }
  if (error.kind === 'timeout') {
    return {
      title: "The service didn't respond in time",
      detail:
        error.method === undefined || error.method === 'GET'
          ? 'Try again in a moment.'
          : 'Your change may have been saved. Check before you try again.',
    };
  }
  const isUnread = error.kind === 'invalid-response';
  if (error.endpoint === TOKEN_ENDPOINT_ID && (isUnread || error.status >= 500)) {
    return SIGN_IN_FAILED;
  }
  if (isUnread) {
    return {
      title: 'The service sent an unexpected response',
      detail: 'The console and the service may be different versions. Reload the page.',
    };
  }
  if (error.status === 403) return forbiddenMessage(error);
  // A list always exists: nothing serves this address at the moment.
  if (error.status === 404 && error.endpoint?.startsWith('list')) return NOT_SERVED;
  const { title, detail } = MESSAGES_BY_STATUS[error.status] ?? defaultMessage(error.status);
  return { title, detail: serverMessage(error) || detail };
}

/** The details that the service sent. Titles only repeat the status, except for 422. */
function serverMessage({ status, errors }: ApiError): string {
  return errors
    .map(({ detail, title }) => detail ?? (status === 422 ? title : undefined))
    .filter((text) => text !== undefined)
    .join(' ');
}

/** Statuses whose titles add nothing to a service's detail, which names the cause. */
const SELF_EXPLANATORY: readonly number[] = [401, 409, 422, 429, 502, 504];

const NOT_SERVED: ErrorMessage = {
  title: "The service isn't available",
  detail:
    "Try again in a moment. If that doesn't help, ask your Patron administrator whether it is running.",
};

/** Used by every page when its access token has to be replaced. */
const TOKEN_ENDPOINT_ID = 'exchangeToken';
const SIGN_IN_FAILED: ErrorMessage = {
  title: "The sign-in service isn't working right now",
  detail: "Try again in a moment. If that doesn't help, ask your Patron administrator to check it.",
};

const MESSAGES_BY_STATUS: Readonly<Record<number, ErrorMessage>> = {
  400: {
    title: "The service didn't understand the request",
    detail: 'Check your input and try again.',
  },
  401: {
    title: "The service didn't accept your session",
    detail: 'Sign out and in again.',
  },
  404: {
    title: 'Not found',
    detail: 'It may have been deleted, or you may not have access to it.',
  },
  409: {
    title: 'Someone else changed it',
    detail: 'Reload the page to see the latest version.',
  },
  // Patron names its own limit.
  413: {
    title: 'The request is too large',
    detail:
      'A proxy between you and Patron limits the size of requests. Ask your Patron administrator to raise that limit, or send less.',
  },
  422: { title: "The service didn't accept a value", detail: 'Correct it and try again.' },
  429: { title: 'Too many requests', detail: 'Wait a moment and try again.' },
  502: {
    title: "Another service can't be reached",
    detail: "Try again in a moment. If that doesn't help, ask your Patron administrator.",
  },
  504: { title: 'Another service is too slow', detail: 'Try again in a moment.' },
};

function defaultMessage(status: number): ErrorMessage {
  if (status >= 500) {
    return { title: 'The service failed', detail: 'Try again in a moment.' };
  }
  return { title: `The service rejected the request (status ${status})`, detail: 'Try again.' };
}
