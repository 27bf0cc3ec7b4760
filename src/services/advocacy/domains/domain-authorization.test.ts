import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { roles } from '#services/advocacy/teams/teams-table.ts';
import {
  createDomainsTeam,
  type DomainsTeam,
  domainDocument,
  randomDomainName,
} from '#services/advocacy/testing/domains/domains-team.ts';
import {
  startAdvocacy,
  TEST_DOMAIN_POLICY,
  type TestAdvocacy,
} from '#services/advocacy/testing/start-advocacy.ts';
import { one } from '#services/platform/database/one.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('access to domains', (store) => {
  let service: TestAdvocacy;
  let team: DomainsTeam;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage, { domainPolicy: TEST_DOMAIN_POLICY });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    team = await createDomainsTeam(service);
  });

  async function roleWith(options: { canWrite: boolean; accessesNewDomains: boolean }) {
    const values = { teamId: team.teamId, name: randomUUID(), ...options };
    return one(await store.db.insert(roles).values(values).returning()).id;
  }

  test("a new domain is shared with the creator's role and roles with access to new domains", async () => {
    const creatorRole = await roleWith({ canWrite: true, accessesNewDomains: false });
    const strangerRole = await roleWith({ canWrite: true, accessesNewDomains: false });
    const creator = await team.memberIn(creatorRole);
    const stranger = await team.memberIn(strangerRole);
    const viewer = await team.memberIn(team.readerRoleId);
    const { body } = await creator('POST', team.path, domainDocument(randomDomainName()));
    const { id } = body.data;

    for (const client of [creator, viewer, team.admin]) {
      expect((await client('GET', team.path)).body.data.map((domain) => domain.id)).toEqual([id]);
      expect((await client('GET', `${team.path}/${id}`)).status).toBe(200);
    }
    expect((await stranger('GET', team.path)).body.data).toEqual([]);
    for (const response of [
      await stranger('GET', `${team.path}/${id}`),
      await team.update(id, { default_experience_id: null }, stranger),
      await stranger('DELETE', `${team.path}/${id}`),
    ]) {
      expect([response.status, response.body.errors[0].code]).toEqual([403, '4030000']);
    }
    expect((await creator('GET', `${team.path}/${id}`)).status).toBe(200);
  });

  test('scope, role and team limit access', async () => {
    const { body } = await team.create();
    const self = `${team.path}/${body.data.id}`;
    const viewer = await team.memberIn(team.readerRoleId);
    const reader = await team.memberIn(team.writerRoleId, ['domains:read']);
    const outsider = await team.memberIn(undefined);
    for (const client of [viewer, reader, outsider]) {
      expect((await client('POST', team.path, domainDocument(randomDomainName()))).status).toBe(
        403,
      );
      expect((await client('DELETE', self)).status).toBe(403);
    }
    expect((await outsider('GET', self)).status).toBe(403);
    expect((await outsider('GET', team.path)).status).toBe(403);
    const { admin: foreigner, path } = await createDomainsTeam(service);
    const through = `${path}/${body.data.id}`;
    expect((await foreigner('GET', through)).status).toBe(404);
    expect((await foreigner('DELETE', through)).status).toBe(404);
  });
});
