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
import { newAccount } from './connect-outcome.ts';
import type { ConnectDelivery, ConnectType } from './connect-popup.ts';

/** What is connected at a third party: an account of a type, or one that is there already. */
export type ConnectSubject =
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
export async function beginConnect(
  api: Api,
  teamId: string,
  subject: ConnectSubject,
  delivery: ConnectDelivery,
): Promise<string> {
  const reply =
    subject.type === 'account_new'
      ? await api.advocacy.request(newAccountRedirect, {
          params: { team_id: teamId },
          query: { type: subject.accountType, site: subject.site, ...delivery },
        })
      : await api.advocacy.request(editAccountRedirect, {
          params: { team_id: teamId, account_id: subject.account.id },
          query: delivery,
        });
  return reply.data.attributes.url;
}

/** How many of the newest accounts are compared before and after connecting one. */
const NEWEST = '25';

/**
 * Reads what tells whether the subject has been connected: the newest accounts of its type, newest
 * first, or the account itself. Compared with what it was before by `findConnected`.
 *
 * @throws {ApiError}
 */
export async function readConnected(
  api: Api,
  teamId: string,
  subject: ConnectSubject,
  signal?: AbortSignal,
): Promise<readonly Account[]> {
  const cancel = signal ? { signal } : {};
  if (subject.type === 'account_new') {
    const { data } = await api.advocacy.request(listAccounts, {
      params: { team_id: teamId },
      query: { 'filter[type]': subject.accountType, sort: '-id', 'page[size]': NEWEST },
      ...cancel,
    });
    return data;
  }
  const { data } = await api.advocacy.request(getAccount, {
    params: { team_id: teamId, account_id: subject.account.id },
    ...cancel,
  });
  return [data];
}

/** The same as a query, for a page that keeps looking. */
export function connectedQuery(api: Api, teamId: string, subject: ConnectSubject) {
  const which = subject.type === 'account_new' ? subject.accountType : subject.account.id;
  return queryOptions({
    queryKey: [...accountsKey(teamId), 'connected', subject.type, which],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => readConnected(api, teamId, subject, signal),
  });
}

/** The account that has been connected or reauthorized since `before`, where there is one. */
export function findConnected(
  subject: ConnectSubject,
  before: readonly Account[],
  after: readonly Account[],
): Account | undefined {
  if (subject.type === 'account_new') return newAccount(before, after);
  const [then] = before;
  const [now] = after;
  return now && then && now.attributes.updated_at !== then.attributes.updated_at ? now : undefined;
}
