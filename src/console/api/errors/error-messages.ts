import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { ApiError } from './api-error.ts';
import { type ErrorMessage, forbiddenMessage } from './forbidden-message.ts';

/** Whether an act ended because the person, or the page, no longer wanted it. */
function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Puts a failure into words: what happened, why, what to do, and the id to quote. Undefined for
 * what the person cancelled: there is nothing to tell then.
 *
 * @param what what happened, in the words of the page: "The domain wasn't added"
 */
export function toUserFacingError(error: unknown, what?: string): UserFacingError | undefined {
  if (isCancelled(error) || error === null || error === undefined) return undefined;
  if (!(error instanceof ApiError)) {
    return {
      title: what ?? 'This part of the page failed',
      detail: 'The fault is in the console itself. Reload the page and try again.',
    };
  }
  const { title, detail } = messageFor(error);
  return {
    title: what ?? title,
    detail: what === undefined ? detail : `${title}. ${detail}`,
    requestId: error.requestId,
  };
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
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} not found`;
  return notFound && { ...notFound, title };
}

function messageFor(error: ApiError): ErrorMessage {
  if (error.kind === 'network') {
    return {
      title: "The service can't be reached",
      detail: 'Check your connection and try again.',
    };
  }
  if (error.kind === 'timeout') {
    return {
      title: "The service didn't answer in time",
      detail: 'It may still have done what you asked: look before you try again.',
    };
  }
  if (error.kind === 'invalid-response') {
    return {
      title: "The service's answer can't be read",
      detail: 'The console and the service may be of different versions. Reload the page.',
    };
  }
  if (error.status === 403) return forbiddenMessage(error);
  const { title, detail } = MESSAGES_BY_STATUS[error.status] ?? defaultMessage(error.status);
  return { title, detail: serverMessage(error) || detail };
}

/** What the service says is wrong. Titles repeat the status, but where a value is refused. */
function serverMessage({ status, errors }: ApiError): string {
  return errors
    .map(({ detail, title }) => detail ?? (status === 422 ? title : undefined))
    .filter((text) => text !== undefined)
    .join(' ');
}

const MESSAGES_BY_STATUS: Readonly<Record<number, ErrorMessage>> = {
  400: {
    title: "The service can't make sense of the request",
    detail: 'Check what you asked for and try again.',
  },
  401: {
    title: "The service doesn't accept your session",
    detail: 'Sign out and in again.',
  },
  404: {
    title: "It doesn't exist",
    detail: 'It may have been deleted, or you may have no access to it.',
  },
  409: {
    title: 'It was changed by somebody else',
    detail: 'Reload the page to see how it stands now.',
  },
  413: { title: 'It is too large', detail: 'Make it smaller and try again.' },
  422: { title: "The service doesn't accept a value", detail: 'Correct it and try again.' },
  429: { title: 'Too many tries', detail: 'Wait a moment and try again.' },
  502: {
    title: "The loyalty program can't be used",
    detail:
      'Try again in a moment. If it stays, ask whoever runs Patron to check its address and key.',
  },
  504: { title: 'The loyalty program is too slow', detail: 'Try again in a moment.' },
};

function defaultMessage(status: number): ErrorMessage {
  if (status >= 500) {
    return { title: 'The service has a fault', detail: 'Try again in a moment.' };
  }
  return { title: `The service refused (status ${status})`, detail: 'Try again.' };
}
