import { randomUUID } from 'node:crypto';
import { type ApiClient, createApiClient } from '#services/advocacy/testing/api-client.ts';
import {
  addMember,
  createTeam,
  createUser,
  grantAccessToken,
} from '#services/advocacy/testing/sign-in.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';

const SCOPES = ['domains:read', 'domains:write'];

export type DomainsTeam = Awaited<ReturnType<typeof createDomainsTeam>>;

export async function createDomainsTeam({ baseUrl, clock, dependencies: { db } }: TestAdvocacy) {
  const team = await createTeam(db, 'A team');
  const path = `/v2/teams/${team.teamId}/domains`;
  /** A client of a member with the role; without a role, of a user outside the team. */
  const memberIn = async (roleId: number | undefined, scopes = SCOPES) => {
    const { userId } = await createUser(db, `${randomUUID()}@brand.test`);
    if (roleId !== undefined) await addMember(db, userId, team.teamId, roleId);
    return createApiClient(baseUrl, await grantAccessToken(db, clock, { userId, scopes }));
  };
  const admin = await memberIn(team.writerRoleId);
  return {
    ...team,
    path,
    memberIn,
    admin,
    create: (name = randomDomainName()) => admin('POST', path, domainDocument(name)),
    update: (id: string, attributes: object, client: ApiClient = admin) =>
      client('PATCH', `${path}/${id}`, { data: { id, type: 'domain', attributes } }),
  };
}

export const randomDomainName = () => `${randomUUID()}.patron.test`;

export const domainDocument = (name: string) => ({
  data: { type: 'domain', attributes: { name } },
});
