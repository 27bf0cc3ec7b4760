import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { expiryLabel } from '#console/shared/accounts/account-expiry.ts';
import { accountName } from '#console/shared/accounts/account-name.ts';
import { type Account, accountSchema } from '#contract/advocacy/accounts.ts';
import { documentOf, type ErrorObject, errorDocumentSchema } from '#contract/json-api.ts';
import { read } from '#contract/reader.ts';
import type { ConnectMessage, ConnectOutcome, ConnectType } from './connect-message.ts';

/** The result of connecting or reauthorizing an account, as far as this page knows it. */
export type ConnectResult =
  | { readonly kind: 'connected'; readonly account: Account }
  /** `isFinal`: retrying can't succeed. */
  | { readonly kind: 'failed'; readonly error: UserFacingError; readonly isFinal: boolean }
  /** The team has the account already; its username, if the service names it. */
  | { readonly kind: 'exists'; readonly username: string | undefined }
  /** The page received no message; only the list knows. */
  | { readonly kind: 'unknown' };

const FAILURE_TITLES: Readonly<Record<ConnectType, string>> = {
  account_new: "The account wasn't connected",
  account_edit: "The account wasn't reauthorized",
};

const DEFAULT_DETAILS: Readonly<Record<ConnectType, string>> = {
  account_new: 'It may already be connected to this team.',
  account_edit: 'You may have signed in with a different account.',
};

const accountDocument = documentOf(accountSchema);

/** @param network the network's name, if it is known */
export function connectResult(outcome: ConnectOutcome, network = 'The network'): ConnectResult {
  if (outcome.kind === 'unknown') return { kind: 'unknown' };
  const { message } = outcome;
  if (message.status >= 200 && message.status < 300) {
    const account = read(accountDocument, message.data)?.data;
    // It was connected, but only the list can say which account it is.
    return account ? { kind: 'connected', account } : { kind: 'unknown' };
  }
  const existing = existingAccount(message);
  if (existing) return existing;
  return {
    kind: 'failed',
    error: toUserFacingError(message, network),
    isFinal: message.status === 404,
  };
}

/**
 * The service reports an account that is already connected at its external id. Only the sentence of the error
 * names the account; if it is worded differently, the username is left out.
 */
function existingAccount({ type, data }: ConnectMessage): ConnectResult | undefined {
  const document = errorDocumentSchema.safeParse(data);
  if (type !== 'account_new' || !document.success) return undefined;
  const error = document.data.errors.find(
    ({ source }) => source?.pointer === '/data/attributes/external_id',
  );
  if (!error) return undefined;
  return { kind: 'exists', username: /^(\S+) is already connected/.exec(error.detail ?? '')?.[1] };
}

/** What a failure is called: "The account wasn't connected". */
export function failureTitle(type: ConnectType): string {
  return FAILURE_TITLES[type];
}

function toUserFacingError(
  { type, data, status }: ConnectMessage,
  network: string,
): UserFacingError {
  const document = errorDocumentSchema.safeParse(data);
  const details = document.success ? document.data.errors.map(detailSentence).join(' ') : '';
  const fallback = status === 403 ? `${network} didn't give access.` : DEFAULT_DETAILS[type];
  return { title: failureTitle(type), detail: details || fallback };
}

/** Uses the detail only: the title just names the status, and the default details say more. */
function detailSentence({ detail = '' }: ErrorObject): string {
  return detail === '' || /[.!?]$/.test(detail) ? detail : `${detail}.`;
}

/**
 * Finds the account that was connected: the first of a list (newest first) that is not in `before`.
 *
 * @param before the same list before connecting
 */
export function findNewAccount(
  before: readonly Account[],
  after: readonly Account[],
): Account | undefined {
  const known = new Set(before.map(({ id }) => id));
  const first = after[0];
  return first && !known.has(first.id) && !newestWasDeleted(before, after) ? first : undefined;
}

/** Whether all known accounts were deleted, so that older ones moved up. */
function newestWasDeleted(before: readonly Account[], after: readonly Account[]): boolean {
  const newest = before[0];
  return newest !== undefined && Number(after[0]?.id) < Number(newest.id);
}

/** The network's window sent no message, and the account isn't there. */
export function noResponse(network: string): UserFacingError {
  const detail = 'Check whether the account is connected, and try again if it isn’t.';
  return { title: `No response from ${network}`, detail };
}

/**
 * The window is gone, or the network cut it off from this page, so that it looks closed: only the account
 * shows which.
 */
export function notReauthorized(account: Account): UserFacingError {
  const { username, expires_at: expiresAt } = account.attributes;
  const expiry = expiryLabel(expiresAt, new Date());
  const unchanged = expiresAt
    ? ` It is unchanged: ${expiry.charAt(0).toLowerCase()}${expiry.slice(1)}.`
    : '';
  return {
    title: 'The window closed without a response',
    detail: `${username || accountName(account)} wasn't reauthorized.${unchanged} This page keeps checking.`,
  };
}
