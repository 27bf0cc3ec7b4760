import { expect } from 'vitest';
import { getCurrentUser } from '#contract/advocacy/users.ts';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { grantAccessToken } from './sign-in.ts';
import type { TestAdvocacy } from './start-advocacy.ts';

/** Requests to `/v2/me` as one user with these scopes, unless another access token is given. */
export async function createCurrentUserClient(
  { baseUrl, clock, dependencies: { db } }: TestAdvocacy,
  userId: number,
  scopes: readonly string[],
) {
  const grant = (granted = scopes, to = userId) =>
    grantAccessToken(db, clock, { userId: to, scopes: granted });
  const token = await grant();
  return {
    token,
    grant,
    call: (query = '', init: RequestInit = {}, accessToken = token) =>
      fetch(`${baseUrl}/v2/me${query}`, {
        ...init,
        headers: { authorization: `Bearer ${accessToken}`, ...init.headers },
      }),
  };
}
export type CurrentUserClient = Awaited<ReturnType<typeof createCurrentUserClient>>;

/** Expects a successful response, and returns its document. */
export async function currentUserOf(response: Response) {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
  return getCurrentUser.response.parse(await response.json());
}

export async function sourcesOf(response: Response) {
  const { errors } = errorDocumentSchema.parse(await response.json());
  return errors.map(({ source }) => source?.pointer ?? source?.parameter);
}
