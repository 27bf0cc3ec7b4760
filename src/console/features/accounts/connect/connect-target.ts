import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { accountsKey } from '#console/features/accounts/accounts-queries.ts';
import {
  type Account,
  editAccountRedirect,
  getAccount,
  listAccounts,
  newAccountRedirect,
} from '#contract/advocacy/accounts.ts';
import type { ConnectDelivery, ConnectType } from './connect-popup.ts';
import { findNewAccount } from './connect-result.ts';

/** What is connected at a third party: an account of a type, or one that is there already. */
export type ConnectTarget =
  | {
      readonly type: 'account_new';
      readonly accountType: string;
      /** The third party's name. */
      readonly label: string;
      /** Where the type asks for it. */
      readonly site?: string | undefined;
    }
  | {
      readonly type: Exclude<ConnectType, 'account_new'>;
      readonly account: Account;
      readonly label: string;
    };

/**
 * Asks the service for the address of the third party's page.
 *
 * @throws {ApiError} 422 for a site that the type doesn't take, for instance
 */
export async function fetchConnectUrl(
  api: Api,
  teamId: string,
  target: ConnectTarget,
  delivery: ConnectDelivery,
): Promise<string> {
  const reply =
    target.type === 'account_new'
      ? await api.advocacy.request(newAccountRedirect, {
          params: { team_id: teamId },
          query: { type: target.accountType, site: target.site, ...delivery },
        })
      : await api.advocacy.request(editAccountRedirect, {
          params: { team_id: teamId, account_id: target.account.id },
          query: delivery,
        });
  return reply.data.attributes.url;
}

/** How many of the newest accounts are compared before and after connecting one. */
const CANDIDATE_COUNT = '25';

/**
 * Reads what tells whether the subject has been connected: the newest accounts of its type, newest
 * first, or the account itself. Compared with what it was before by `findConnected`.
 *
 * @throws {ApiError}
 */
export async function listCandidates(
  api: Api,
  teamId: string,
  target: ConnectTarget,
  signal?: AbortSignal,
): Promise<readonly Account[]> {
  const options = signal ? { signal } : {};
  if (target.type === 'account_new') {
    const { data } = await api.advocacy.request(listAccounts, {
      params: { team_id: teamId },
      query: { 'filter[type]': target.accountType, sort: '-id', 'page[size]': CANDIDATE_COUNT },
      ...options,
    });
    return data;
  }
  const { data } = await api.advocacy.request(getAccount, {
    params: { team_id: teamId, account_id: target.account.id },
    ...options,
  });
  return [data];
}

/** The same as a query, for a page that keeps looking. */
export function candidatesQuery(api: Api, teamId: string, target: ConnectTarget) {
  const key = target.type === 'account_new' ? target.accountType : target.account.id;
  return queryOptions({
    queryKey: [...accountsKey(teamId), 'connected', target.type, key],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => listCandidates(api, teamId, target, signal),
  });
}

/** The account that has been connected or reauthorized since `before`, where there is one. */
export function findConnectedAccount(
  target: ConnectTarget,
  before: readonly Account[],
  after: readonly Account[],
): Account | undefined {
  if (target.type === 'account_new') return findNewAccount(before, after);
  const [previous] = before;
  const [current] = after;
  return current && previous && current.attributes.updated_at !== previous.attributes.updated_at
    ? current
    : undefined;
}
