import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { roles } from '#services/advocacy/teams/teams-table.ts';
import { createApiClient } from '#services/advocacy/testing/api-client.ts';
import {
  addMember,
  createTeam,
  createUser,
  grantAccessToken,
} from '#services/advocacy/testing/sign-in.ts';
import {
  startAdvocacy,
  TEST_DOMAIN_POLICY,
  type TestAdvocacy,
} from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const SCOPES = ['domains:read', 'domains:write'];

describeStorages('access to domains', (store) => {
  let service: TestAdvocacy;
  let team: Awaited<ReturnType<typeof createTeam>>;
  let path: string;
  let admin: Awaited<ReturnType<typeof memberIn>>;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage, { domainPolicy: TEST_DOMAIN_POLICY });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    team = await createTeam(store.db, 'A team');
    path = `/v2/teams/${team.teamId}/domains`;
    admin = await memberIn(team.writerRoleId);
  });

  /** A client of a member with the role; without a role, of a user outside the team. */
  async function memberIn(roleId: number | undefined, scopes = SCOPES) {
    const { userId } = await createUser(store.db, `${randomUUID()}@brand.test`);
    if (roleId !== undefined) await addMember(store.db, userId, team.teamId, roleId);
    const token = await grantAccessToken(store.db, service.clock, { userId, scopes });
    return createApiClient(service.baseUrl, token);
  }

  async function roleWith(options: { canWrite: boolean; accessesNewDomains: boolean }) {
    const [role] = await store.db
      .insert(roles)
      .values({ teamId: team.teamId, name: randomUUID(), ...options })
      .returning();
    return role?.id as number;
  }

  const randomName = () => `${randomUUID()}.patron.test`;
  const documentOf = (name: string) => ({ data: { type: 'domain', attributes: { name } } });
  const create = (name = randomName()) => admin('POST', path, documentOf(name));
  const update = (id: string, attributes: object, client = admin) =>
    client('PATCH', `${path}/${id}`, { data: { id, type: 'domain', attributes } });

  test("a new domain is shared with the creator's role and roles with access to new domains", async () => {
    const creatorRole = await roleWith({ canWrite: true, accessesNewDomains: false });
    const strangerRole = await roleWith({ canWrite: true, accessesNewDomains: false });
    const creator = await memberIn(creatorRole);
    const stranger = await memberIn(strangerRole);
    const viewer = await memberIn(team.readerRoleId);
    const { body } = await creator('POST', path, documentOf(randomName()));
    const { id } = body.data;

    for (const client of [creator, viewer, admin]) {
      expect((await client('GET', path)).body.data.map((domain) => domain.id)).toEqual([id]);
      expect((await client('GET', `${path}/${id}`)).status).toBe(200);
    }
    expect((await stranger('GET', path)).body.data).toEqual([]);
    for (const response of [
      await stranger('GET', `${path}/${id}`),
      await update(id, { default_experience_id: null }, stranger),
      await stranger('DELETE', `${path}/${id}`),
    ]) {
      expect([response.status, response.body.errors[0].code]).toEqual([403, '4030000']);
    }
    expect((await creator('GET', `${path}/${id}`)).status).toBe(200);
  });

  test('scope, role and team limit access', async () => {
    const { body } = await create();
    const self = `${path}/${body.data.id}`;
    const viewer = await memberIn(team.readerRoleId);
    const reader = await memberIn(team.writerRoleId, ['domains:read']);
    const outsider = await memberIn(undefined);
    for (const client of [viewer, reader, outsider]) {
      expect((await client('POST', path, documentOf(randomName()))).status).toBe(403);
      expect((await client('DELETE', self)).status).toBe(403);
    }
    expect((await outsider('GET', self)).status).toBe(403);
    expect((await outsider('GET', path)).status).toBe(403);
    const own = await createTeam(store.db, 'Their own team');
    const { userId } = await createUser(store.db, `${randomUUID()}@brand.test`);
    await addMember(store.db, userId, own.teamId, own.writerRoleId);
    const token = await grantAccessToken(store.db, service.clock, { userId, scopes: SCOPES });
    const foreigner = createApiClient(service.baseUrl, token);
    const through = `/v2/teams/${own.teamId}/domains/${body.data.id}`;
    expect((await foreigner('GET', through)).status).toBe(404);
    expect((await foreigner('DELETE', through)).status).toBe(404);
  });
});
