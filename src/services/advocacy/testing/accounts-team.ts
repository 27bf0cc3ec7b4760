import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { createAccount, getAccount, listAccounts } from '#contract/advocacy/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorDocumentSchema, JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import type { NewAccount } from '#services/advocacy/accounts/accounts-store.ts';
import { insertAccount } from '#services/advocacy/accounts/accounts-store.ts';
import type { AccountRow } from '#services/advocacy/accounts/accounts-table.ts';
import { addMember, createTeam, createUser, grantAccessToken } from './sign-in.ts';
import type { TestAdvocacy } from './start-advocacy.ts';

const SCOPES = ['accounts:read', 'accounts:write', 'boards:read'];

/** A JSON:API response whose body hasn't been validated. */
export interface RawResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A team with a member who can write and one who can't, and a client for its accounts. */
export async function createAccountsTeam(service: TestAdvocacy) {
  const { db, clock } = service.dependencies;
  const team = await createTeam(db, 'Northwind');
  const { teamId, writerRoleId, readerRoleId } = team;

  const member = async (roleId: number, scopes: readonly string[] = SCOPES) => {
    const { userId } = await createUser(db, `${randomUUID()}@brand.test`);
    await addMember(db, userId, teamId, roleId);
    return { userId, token: await grantAccessToken(db, clock, { userId, scopes }) };
  };
  const writer = await member(writerRoleId);
  const reader = await member(readerRoleId);

  /** @param path after `/v2/teams/{team_id}` */
  const request = async (
    method: string,
    path: string,
    { token = writer.token, body }: { token?: string; body?: unknown } = {},
  ): Promise<RawResponse> => {
    const response = await fetch(`${service.baseUrl}/v2/teams/${teamId}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': JSON_API_MEDIA_TYPE }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed };
  };

  return {
    ...team,
    writer,
    reader,
    member,
    request,
    create: (attributes: object) =>
      request('POST', '/accounts', { body: { data: { type: 'account', attributes } } }),
    list: async (query = '') =>
      parseResponse(listAccounts, await request('GET', `/accounts${query}`)),
    show: async (id: string | number, query = '') =>
      parseResponse(getAccount, await request('GET', `/accounts/${id}${query}`)),
    /** Stores an account, as a connection would. */
    async addAccount(account: Partial<NewAccount> = {}): Promise<AccountRow> {
      const row = await insertAccount(service.dependencies, teamId, {
        type: 'chirp',
        externalId: randomUUID(),
        name: 'Birds',
        username: 'birds',
        imageUrl: null,
        site: null,
        expiresAt: null,
        capabilities: ['ingest'],
        followersCount: 0,
        followsCount: 0,
        mediaCount: 0,
        likesCount: null,
        credentials: { accessToken: 'stored-token' },
        subaccounts: [],
        ...account,
      });
      if (!row) throw new Error('The account already exists');
      return row;
    },
  };
}

export type AccountsTeam = Awaited<ReturnType<typeof createAccountsTeam>>;

/** The body of a successful response, validated by its contract. */
export function parseResponse<Schema extends z.ZodMiniType>(
  endpoint: Pick<Endpoint, 'status'> & { response: Schema },
  { status, body }: RawResponse,
): z.output<Schema> {
  if (status !== endpoint.status) throw new Error(`Status ${status}: ${JSON.stringify(body)}`);
  return z.parse(endpoint.response, body);
}

export const createdAccount = (response: RawResponse) =>
  parseResponse(createAccount, response).data;

/** Status, codes and sources of an error response, to compare in one assertion. */
export function errorSummary({ status, body }: RawResponse) {
  const { errors } = z.parse(errorDocumentSchema, body);
  return {
    status,
    codes: [...new Set(errors.map(({ code }) => code))],
    sources: errors.map(({ source }) => source?.pointer ?? source?.parameter),
  };
}
