import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '#console/api/api.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import {
  type Account,
  accountSchema,
  editAccountRedirect,
  getAccount,
  listAccounts,
  newAccountRedirect,
} from '#contract/advocacy/accounts.ts';
import { read } from '#contract/reader.ts';
import type { ConnectType } from './connect-message.ts';
import type { ConnectDelivery } from './connect-popup.ts';
import { findNewAccount } from './connect-result.ts';

/** What is connected at a network: a new account of a type, or an existing account. */
export type ConnectTarget =
  | {
      readonly type: 'account_new';
      readonly accountType: string;
      /** The network's name. */
      readonly label: string;
      /** For types that require it. */
      readonly site?: string | undefined;
    }
  | {
      readonly type: Exclude<ConnectType, 'account_new'>;
      readonly account: Account;
      readonly label: string;
    };

const storedTargetSchema = z.union([
  z.object({
    type: z.literal('account_new'),
    accountType: z.string(),
    label: z.string(),
    site: z.optional(z.string()),
  }),
  z.object({
    type: z.literal('account_edit'),
    account: z.unknown(),
    label: z.string(),
  }),
]);

/** The target of a connection by redirect; undefined if it isn't one of this version. */
export function parseConnectTarget(stored: unknown): ConnectTarget | undefined {
  const target = storedTargetSchema.safeParse(stored).data;
  if (target?.type !== 'account_edit') return target;
  const account = read(accountSchema, target.account);
  return account && { ...target, account };
}

/**
 * Fetches the URL of the network's page.
 *
 * @throws {ApiError} for example 422 for a site that the type doesn't accept
 */
export async function fetchConnectUrl(
  api: Api,
  teamId: string,
  target: ConnectTarget,
  delivery: ConnectDelivery,
): Promise<string> {
  const response =
    target.type === 'account_new'
      ? await api.advocacy.request(newAccountRedirect, {
          params: { team_id: teamId },
          query: { type: target.accountType, site: target.site, ...delivery },
        })
      : await api.advocacy.request(editAccountRedirect, {
          params: { team_id: teamId, account_id: target.account.id },
          query: delivery,
        });
  const { url } = response.data.attributes;
  if (url !== undefined) return url;
  throw new ApiError({ kind: 'invalid-response', status: 200 });
}

/** How many of the newest accounts are compared before and after connecting one. */
const CANDIDATE_COUNT = '25';

/**
 * Lists the accounts that show whether the target was connected: the newest accounts of its type,
 * newest first, or the account itself. `findConnectedAccount` compares two such lists.
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

/** `listCandidates` as a query, for polling. */
export function candidatesQuery(api: Api, teamId: string, target: ConnectTarget) {
  const key = target.type === 'account_new' ? target.accountType : target.account.id;
  return queryOptions({
    queryKey: [...accountsKey(teamId), 'candidates', target.type, key],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => listCandidates(api, teamId, target, signal),
  });
}

/** Finds the account that was connected or reauthorized since `before`. */
export function findConnectedAccount(
  target: ConnectTarget,
  before: readonly Account[],
  after: readonly Account[],
): Account | undefined {
  if (target.type === 'account_new') return findNewAccount(before, after);
  const [previous] = before;
  const [current] = after;
  const isUpdated = current?.attributes.updated_at !== previous?.attributes.updated_at;
  return current && previous && isUpdated ? current : undefined;
}
