import { randomUUID } from 'node:crypto';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { listPeople } from '#contract/people/people.ts';
import { authenticate } from '#services/advocacy/oauth/tokens/bearer.ts';
import { listReceived } from './factors-user.ts';
import { addMember, createTeam, createUser, grantAccessToken } from './sign-in.ts';
import type { TestAdvocacy } from './start-advocacy.ts';

export const newAddress = () => `${randomUUID()}@brand.test`;

/** A team with an administrator, Ana, and requests to its people and invitations. */
export async function createPeopleTeam(service: TestAdvocacy) {
  const { db, clock, idTokens } = service.dependencies;
  const team = await createTeam(db, 'Northwind');

  const createMember = async (name: string, roleId: number) => {
    const { userId, email } = await createUser(db, `${name}-${newAddress()}`);
    await addMember(db, userId, team.teamId, roleId);
    const token = await grantAccessToken(db, clock, { userId, scopes: SCOPES });
    const caller = await authenticate(db, clock, `Bearer ${token}`);
    if (!caller) throw new Error('The access token is not valid');
    return { userId, email, token, idToken: await idTokens.issue(caller) };
  };
  type Member = Awaited<ReturnType<typeof createMember>>;
  const ana = await createMember('ana', team.writerRoleId);

  /** @param path after `/admin/v1/teams/{team_id}` */
  const call = async ({ token, idToken }: Member, method: string, path: string, body?: unknown) => {
    const stepUp = method === 'POST' || /\/people\//.test(path) ? `?id_token=${idToken}` : '';
    const url = `${service.baseUrl}/admin/v1/teams/${team.teamId}${path}${stepUp}`;
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };

  return {
    ...team,
    ana,
    createMember,
    call,
    list: async (query = '') =>
      listPeople.response.parse((await call(ana, 'GET', `/people${query}`)).body),
    invite: (email: string, role = 'Viewer', by = ana) =>
      call(by, 'POST', '/invitations', { email, role }),
    /** The link in the last invitation to an address. */
    async linkTo(email: string) {
      const [message] = await listReceived(service, email);
      return new URL(/https?:\S+/.exec(message?.text ?? '')?.[0] ?? '');
    },
  };
}

export type PeopleTeam = Awaited<ReturnType<typeof createPeopleTeam>>;
