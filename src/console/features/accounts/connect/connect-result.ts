import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { type Account, accountSchema, type ConnectMessage } from '#contract/advocacy/accounts.ts';
import { documentOf, type ErrorObject, errorDocumentSchema } from '#contract/json-api.ts';
import type { ConnectOutcome, ConnectType } from './connect-popup.ts';

/** What came of connecting or reauthorizing an account, as far as this page knows. */
export type ConnectResult =
  | { readonly kind: 'connected'; readonly account: Account }
  /** `isFinal`: trying again leads to nothing else. */
  | { readonly kind: 'refused'; readonly problem: UserFacingError; readonly isFinal: boolean }
  /** The page did not hear back; only the list knows. */
  | { readonly kind: 'unknown' };

const accountDocument = documentOf(accountSchema);

/** @param network the third party's name, where it is known */
export function connectResult(outcome: ConnectOutcome, network = 'The network'): ConnectResult {
  if (outcome.kind === 'unknown') return { kind: 'unknown' };
  const { message } = outcome;
  const reply = accountDocument.safeParse(message.data);
  if (reply.success) return { kind: 'connected', account: reply.data.data };
  return { kind: 'refused', problem: refusal(message, network), isFinal: message.status === 404 };
}

function refusal({ type, data, status }: ConnectMessage, network: string): UserFacingError {
  const refused = errorDocumentSchema.safeParse(data);
  const said = refused.success ? refused.data.errors.map(toSentence).join(' ') : '';
  const title = type === 'account_new' ? 'No account was connected' : 'Nothing was reauthorized';
  const fallback = status === 403 ? `${network} did not give access.` : FALLBACKS[type];
  return { title, detail: said || fallback };
}

/** Titles only name the kind of refusal, which the fallbacks say better. */
function toSentence({ detail = '' }: ErrorObject): string {
  return detail === '' || /[.!?]$/.test(detail) ? detail : `${detail}.`;
}

const FALLBACKS: Readonly<Record<ConnectType, string>> = {
  account_new: 'It may already be connected to this team.',
  account_edit: 'It may have been another account than the one to reauthorize.',
};

/**
 * Which account is new: the first in a list (newest first) that was not there before.
 *
 * @param before the same list as it was read before
 */
export function findNewAccount(
  before: readonly Account[],
  after: readonly Account[],
): Account | undefined {
  const known = new Set(before.map(({ id }) => id));
  const first = after[0];
  return first && !known.has(first.id) && !newestWasDeleted(before, after) ? first : undefined;
}

/** Whether all that was known has gone, so that older accounts have moved up. */
function newestWasDeleted(before: readonly Account[], after: readonly Account[]): boolean {
  const newest = before[0];
  return newest !== undefined && Number(after[0]?.id) < Number(newest.id);
}
