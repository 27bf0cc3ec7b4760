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

  /** A new session of a user, whose password was confirmed. */
  const signIn = async (user: { userId: number; email: string }) => {
    const token = await grantAccessToken(db, clock, { userId: user.userId, scopes: SCOPES });
    const caller = await authenticate(db, clock, `Bearer ${token}`);
    if (!caller) throw new Error('The access token is not valid');
    return { ...user, token, idToken: await idTokens.issue(caller) };
  };
  const createMember = async (name: string, roleId: number) => {
    const user = await createUser(db, `${name}-${newAddress()}`);
    await addMember(db, user.userId, team.teamId, roleId);
    return signIn(user);
  };
  type Member = Awaited<ReturnType<typeof signIn>>;
  const ana = await createMember('ana', team.writerRoleId);

  /** @param path after `/admin/v1/teams/{team_id}` */
  const call = async ({ token, idToken }: Member, method: string, path: string, body?: unknown) => {
    const isStepUp = ['POST', 'PATCH'].includes(method) || /\/(people|export-tokens)\//.test(path);
    const stepUp = isStepUp ? `?id_token=${idToken}` : '';
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
    signIn,
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
