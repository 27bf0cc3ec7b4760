import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addExperience } from '#services/advocacy/testing/domains/add-experience.ts';
import {
  createDomainsTeam,
  type DomainsTeam,
  randomDomainName,
} from '#services/advocacy/testing/domains/domains-team.ts';
import { createTeam } from '#services/advocacy/testing/sign-in.ts';
import {
  startAdvocacy,
  TEST_DOMAIN_POLICY,
  type TestAdvocacy,
} from '#services/advocacy/testing/start-advocacy.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { domainCertificates } from './certificates/certificates-table.ts';
import { experiences } from './experiences-table.ts';

describeBothStorages('domains', (store) => {
  let service: TestAdvocacy;
  let team: DomainsTeam;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage, { domainPolicy: TEST_DOMAIN_POLICY });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    team = await createDomainsTeam(service);
  });

  const defaultOf = (relationships: Record<string, unknown>) => relationships.default_experience;

  test('a new domain is pending, and available at its Location', async () => {
    const name = randomDomainName();
    const { status, headers, body } = await team.create(name.toUpperCase());
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      type: 'domain',
      attributes: { name, status: 'pending' },
      relationships: { default_experience: { data: null } },
      links: { self: `${service.baseUrl}${team.path}/${body.data.id}` },
    });
    expect(headers.get('location')).toBe(body.data.links.self);
    const read = await team.admin('GET', `${team.path}/${body.data.id}`);
    expect(read.body.data).toEqual(body.data);
    expect(read.body.included).toBeUndefined();
    const jobs = await store.db
      .select()
      .from(domainCertificates)
      .where(eq(domainCertificates.domainId, Number(body.data.id)));
    expect(jobs).toHaveLength(1);
  });

  test('a name that is not a public host name is rejected with 422 at the attribute', async () => {
    for (const name of [
      'localhost',
      'printer.local',
      'co.uk',
      'github.io',
      'https://a.test',
      'a b.test',
      '127.0.0.1',
    ]) {
      const { status, body } = await team.create(name);
      expect([name, status, body.errors[0].source?.pointer]).toEqual([
        name,
        422,
        '/data/attributes/name',
      ]);
    }
    const nameless = await team.admin('POST', team.path, {
      data: { type: 'domain', attributes: {} },
    });
    expect(nameless.status).toBe(422);
  });

  test('a name of any length is rejected without slowing the service down', async () => {
    // With a pattern that backtracks, this would take seconds.
    const { status, body } = await team.create(`a${'.'.repeat(15_000)}\n`);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { detail: 'Use 253 characters or fewer', source: { pointer: '/data/attributes/name' } },
    ]);
  });

  test('a name is unique across all teams, also in parallel requests', async () => {
    const name = `münchen-${randomDomainName()}`;
    const responses = await Promise.all(Array.from({ length: 8 }, () => team.create(name)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
    const other = await createDomainsTeam(service);
    const second = await other.create(name.toUpperCase());
    expect(second.status).toBe(422);
    expect(second.body.errors[0].source?.pointer).toBe('/data/attributes/name');
  });

  test('the default experience can be set, included and cleared', async () => {
    const { body } = await team.create();
    const { id } = body.data;
    const experienceId = await addExperience(store.db, team.teamId, Number(id));
    service.clock.advance(5);
    const set = await team.update(id, { default_experience_id: experienceId });
    expect(set.status).toBe(200);
    const linkage = { data: { type: 'experience', id: String(experienceId) } };
    expect(defaultOf(set.body.data.relationships)).toEqual(linkage);
    expect(set.body.data.attributes).toMatchObject({
      updated_at: service.clock.now().toISOString(),
    });

    await team.create();
    for (const address of [team.path, `${team.path}/${id}`]) {
      const { body } = await team.admin('GET', `${address}?include=default_experience`);
      expect(body.included).toHaveLength(1);
      expect(body.included[0]).toMatchObject({
        id: String(experienceId),
        type: 'experience',
        relationships: { domain: { data: { type: 'domain', id } } },
      });
    }

    expect((await team.update(id, {})).body.data.relationships).toMatchObject({
      default_experience: linkage,
    });
    const cleared = await team.update(id, { default_experience_id: null });
    expect(defaultOf(cleared.body.data.relationships)).toEqual({ data: null });
    const empty = await team.admin('GET', `${team.path}/${id}?include=default_experience`);
    expect(empty.body.included).toEqual([]);
  });

  test('concurrent updates record what each of them replaced', async () => {
    const { id } = (await team.create()).body.data;
    const experienceIds = await Promise.all(
      Array.from({ length: 6 }, () => addExperience(store.db, team.teamId)),
    );
    await Promise.all(
      experienceIds.map((each) => team.update(id, { default_experience_id: each })),
    );
    const events = await store.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'domain.update'), eq(auditEvents.subjectId, id)))
      .orderBy(asc(auditEvents.id));
    const all = events.flatMap((event) => event.changes);
    // By title as well, which people know.
    expect(all[0]).toEqual({ field: 'default_experience', before: null, after: 'Win a bike' });
    const changes = all.filter(({ field }) => field === 'default_experience_id');
    expect(changes.map(({ before }) => before)).toEqual([
      null,
      ...changes.slice(0, -1).map(({ after }) => after),
    ]);
    expect(changes.map(({ after }) => after).sort()).toEqual(experienceIds.sort());
  });

  test('an unknown experience, one of another team and an invalid id are rejected with 422', async () => {
    const { body } = await team.create();
    const foreign = await createTeam(store.db, 'Foreign');
    const foreignExperience = await addExperience(store.db, foreign.teamId);
    for (const value of [999_999, -1, 1.5, '1', 1e300, foreignExperience]) {
      const response = await team.update(body.data.id, { default_experience_id: value });
      expect([value, response.status]).toEqual([value, 422]);
      expect(response.body.errors[0].source?.pointer).toBe(
        '/data/attributes/default_experience_id',
      );
    }
  });

  test("a domain can't be renamed", async () => {
    const name = randomDomainName();
    const { body } = await team.create(name);
    expect((await team.update(body.data.id, { name: name.toUpperCase() })).status).toBe(200);
    for (const other of [randomDomainName(), 'x', '']) {
      const response = await team.update(body.data.id, { name: other });
      expect(response.status).toBe(422);
      expect(response.body.errors[0].source?.pointer).toBe('/data/attributes/name');
    }
  });

  test('deletion detaches the experiences published on the domain', async () => {
    const name = randomDomainName();
    const { body } = await team.create(name);
    const { id } = body.data;
    const experienceId = await addExperience(store.db, team.teamId, Number(id));
    expect((await team.admin('DELETE', `${team.path}/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect((await team.admin(method, `${team.path}/${id}`)).status).toBe(404);
    }
    expect((await team.update(id, { default_experience_id: null })).status).toBe(404);
    const [experience] = await store.db
      .select()
      .from(experiences)
      .where(eq(experiences.id, experienceId));
    expect(experience?.domainId).toBeNull();
    expect((await team.create(name)).status).toBe(201);
  });

  test('the list is not paged, and invalid ids return 404', async () => {
    const { body } = await team.admin('GET', `${team.path}?include=default_experience`);
    const self = `${service.baseUrl}${team.path}?include=default_experience`;
    expect(body.links).toEqual({ self, first: self, next: null, prev: null });
    const paged = await team.admin('GET', `${team.path}?page[number]=1`);
    expect([paged.status, paged.body.errors[0].source?.parameter]).toEqual([400, 'page[number]']);
    const included = await team.admin('GET', `${team.path}?include=roles`);
    expect([included.status, included.body.errors[0].source?.parameter]).toEqual([400, 'include']);
    for (const id of ['x', '0', '999999', '1.5', '9'.repeat(30)]) {
      expect((await team.admin('GET', `${team.path}/${id}`)).status).toBe(404);
    }
  });
});
