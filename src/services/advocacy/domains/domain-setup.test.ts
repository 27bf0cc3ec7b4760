import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type DomainSetup,
  domainSetupSchema,
  listDomainExperiences,
  MAX_PUBLISHED_EXPERIENCES,
} from '#contract/advocacy/domain-setup.ts';
import { listDomains } from '#contract/advocacy/domains.ts';
import { createApiClient } from '#services/advocacy/testing/api-client.ts';
import { addExperience } from '#services/advocacy/testing/domains/add-experience.ts';
import {
  addMember,
  createTeam,
  createUser,
  grantAccessToken,
} from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { issueDueCertificates } from './certificates/issue-certificates.ts';
import { domains } from './domains-table.ts';
import { createDns, type Resolve } from './records/dns.ts';
import { checkDueRecords } from './records/records-worker.ts';
import { createRequiredRecords, type RequiredRecords } from './records/required-records.ts';

const SCOPES = ['domains:read', 'domains:write'];

describeBothStorages('domain setup', (store) => {
  const clock = createTestClock();
  /** What DNS has, by "type name"; an error is thrown as node:dns would. */
  const zone = new Map<string, string[] | NodeJS.ErrnoException>();
  const lookups: string[] = [];
  const resolve: Resolve = async (name, type) => {
    lookups.push(`${type} ${name}`);
    const values = zone.get(`${type} ${name}`);
    if (Array.isArray(values)) return values;
    throw values ?? Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  };
  let service: TestAdvocacy;
  let requiredRecords: RequiredRecords;
  let domainId: number;
  let admin: Awaited<ReturnType<typeof memberIn>>;
  let teamId: number;

  beforeAll(async () => {
    requiredRecords = createRequiredRecords(
      [
        { type: 'CNAME', name: '{domain}', value: 'edge.patron.example' },
        { type: 'TXT', name: '_patron.{domain}', value: 'patron={domain}' },
      ],
      createDns(clock, resolve),
    );
    const domainPolicy = { allowTestDomains: true, certificateDelaySeconds: 0 };
    service = await startAdvocacy(store.storage, { domainPolicy, requiredRecords }, { clock });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await store.db.delete(domains);
    zone.clear();
    lookups.length = 0;
    clock.advance(60);
    const team = await createTeam(store.db, 'A team');
    teamId = team.teamId;
    admin = await memberIn(team.writerRoleId);
    const attributes = { name: 'shop.brand.test' };
    const { body } = await admin('POST', `/v2/teams/${teamId}/domains`, {
      data: { type: 'domain', attributes },
    });
    domainId = Number(body.data.id);
  });

  async function memberIn(roleId: number) {
    const { userId } = await createUser(store.db, `${randomUUID()}@brand.test`);
    await addMember(store.db, userId, teamId, roleId);
    const token = await grantAccessToken(store.db, clock, { userId, scopes: SCOPES });
    return createApiClient(service.baseUrl, token);
  }

  async function readSetup(method = 'GET', action = ''): Promise<DomainSetup['attributes']> {
    const path = `/domain-setup/v1/teams/${teamId}/domains/${domainId}${action}`;
    const { status, body } = await admin(method, path);
    expect(status).toBe(200);
    return domainSetupSchema.parse(body.data).attributes;
  }
  const retry = () => readSetup('POST', '/retry');
  const issue = (error?: string) =>
    issueDueCertificates({
      ...service.dependencies,
      requiredRecords,
      certificateIssuer: {
        id: 'test',
        issue: async () => {
          if (error !== undefined) throw new Error(error);
          return { chain: 'chain', privateKey: 'key', expiresAt: new Date(clock.now()) };
        },
      },
    });
  const readStatus = async () =>
    (await store.db.select().from(domains).where(eq(domains.id, domainId)))[0]?.status;

  test('says which records are missing or wrong, and what they are instead', async () => {
    zone.set('CNAME shop.brand.test', ['Old-Shop.example.com.']);
    const { zone: registered, records, checked_at } = await readSetup();
    expect(registered).toBe('brand.test');
    expect(checked_at).toBe(clock.now().toISOString());
    expect(records).toEqual([
      {
        type: 'CNAME',
        name: 'shop.brand.test',
        host: 'shop',
        value: 'edge.patron.example',
        status: 'wrong',
        found: ['Old-Shop.example.com.'],
      },
      {
        type: 'TXT',
        name: '_patron.shop.brand.test',
        host: '_patron.shop',
        value: 'patron=shop.brand.test',
        status: 'missing',
        found: [],
      },
    ]);
    zone.set('CNAME shop.brand.test', ['Edge.Patron.Example.']);
    zone.set('TXT _patron.shop.brand.test', ['other', 'patron=shop.brand.test']);
    clock.advance(10);
    const statuses = (await readSetup()).records.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['found', 'found']);
  });

  test('lists what is published on the domain by title, and counts it', async () => {
    const ids = [await addExperience(store.db, teamId, domainId)];
    ids.push(await addExperience(store.db, teamId, domainId));
    await addExperience(store.db, teamId);
    const path = `/domain-setup/v1/teams/${teamId}/domains/${domainId}/experiences`;
    const read = async () => {
      const { status, body } = await admin('GET', path);
      expect(status).toBe(200);
      return listDomainExperiences.response.parse(body);
    };
    const { data, meta } = await read();
    expect(data.map(({ id }) => Number(id))).toEqual(ids);
    expect(data[0]?.attributes).toMatchObject({ title: 'Win a bike', name: 'bike' });
    expect(meta.total).toBe(2);
    for (let count = 2; count <= MAX_PUBLISHED_EXPERIENCES; count += 1) {
      await addExperience(store.db, teamId, domainId);
    }
    const many = await read();
    expect([many.data.length, many.meta.total]).toEqual([
      MAX_PUBLISHED_EXPERIENCES,
      MAX_PUBLISHED_EXPERIENCES + 1,
    ]);
  });

  test('accepts addresses of the target in place of a CNAME record', async () => {
    zone.set('A edge.patron.example', ['192.0.2.1', '192.0.2.2']);
    zone.set('A shop.brand.test', ['192.0.2.2']);
    expect((await readSetup()).records[0]).toMatchObject({ status: 'found' });
    zone.set('A shop.brand.test', ['192.0.2.9']);
    clock.advance(10);
    expect((await readSetup()).records[0]).toMatchObject({
      status: 'wrong',
      found: ['192.0.2.9'],
    });
  });

  test('looks records up at most every 3 seconds, and distinguishes failed lookups', async () => {
    zone.set('CNAME shop.brand.test', Object.assign(new Error('down'), { code: 'ETIMEOUT' }));
    const [first] = (await Promise.all([readSetup(), readSetup()])).map(({ records }) => records);
    expect(first?.[0]?.status).toBe('unknown');
    const count = lookups.length;
    clock.advance(2);
    await readSetup();
    expect(lookups).toHaveLength(count);
    clock.advance(1);
    await readSetup();
    expect(lookups.length).toBeGreaterThan(count);
  });

  test('a wrong record is reported until it is corrected, and a retry makes the domain valid', async () => {
    zone.set('CNAME shop.brand.test', ['old.example.com']);
    zone.set('TXT _patron.shop.brand.test', ['patron=shop.brand.test']);
    await issue();
    expect((await readSetup()).certificate).toEqual({
      status: 'failed',
      error: 'The CNAME record of shop.brand.test is old.example.com.',
      attempts: 1,
      next_attempt_at: new Date(clock.now().getTime() + 30_000).toISOString(),
      issuer: null,
      expires_at: null,
    });
    zone.set('CNAME shop.brand.test', ['edge.patron.example']);
    clock.advance(10);
    expect((await retry()).certificate.next_attempt_at).toBe(clock.now().toISOString());
    await issue();
    expect(await readStatus()).toBe('valid');
    expect((await readSetup()).certificate).toMatchObject({ status: 'issued', error: null });
    await retry();
    expect((await readSetup()).certificate.status).toBe('issued');
  });

  test('records that are found start the certificate, and the old cause disappears', async () => {
    await issue();
    const { certificate } = await readSetup();
    expect(certificate.error).toContain('is missing');
    zone.set('CNAME shop.brand.test', ['edge.patron.example']);
    zone.set('TXT _patron.shop.brand.test', ['patron=shop.brand.test']);
    clock.advance(11);
    expect((await readSetup()).certificate).toMatchObject({ status: 'pending', error: null });
    await issue();
    expect(await readStatus()).toBe('valid');
  });

  describe('records of a valid domain', () => {
    const check = () => checkDueRecords({ ...service.dependencies, requiredRecords });
    const readLostAt = async () => {
      const { body } = await admin('GET', `/v2/teams/${teamId}/domains`);
      return listDomains.response.parse(body).data[0]?.meta?.records_lost_at;
    };
    beforeEach(async () => {
      zone.set('CNAME shop.brand.test', ['edge.patron.example']);
      zone.set('TXT _patron.shop.brand.test', ['patron=shop.brand.test']);
      await issue();
      expect(await readStatus()).toBe('valid');
    });

    test('are looked up regularly, and the domain says since when they are gone', async () => {
      await check();
      expect(await readLostAt()).toBeUndefined();
      zone.delete('TXT _patron.shop.brand.test');
      clock.advance(299);
      await check();
      expect(await readLostAt()).toBeUndefined();
      clock.advance(1);
      await check();
      const lostAt = clock.now().toISOString();
      expect(await readLostAt()).toBe(lostAt);
      zone.set('CNAME shop.brand.test', ['old.example.com']);
      clock.advance(20);
      await check();
      expect(await readLostAt()).toBe(lostAt);
      zone.set('CNAME shop.brand.test', ['edge.patron.example']);
      zone.set('TXT _patron.shop.brand.test', ['patron=shop.brand.test']);
      clock.advance(20);
      await check();
      expect(await readLostAt()).toBeUndefined();
    });

    test('are not taken for gone, nor for found, when the lookup fails', async () => {
      const failure = Object.assign(new Error('down'), { code: 'ETIMEOUT' });
      zone.set('CNAME shop.brand.test', failure);
      clock.advance(10);
      await check();
      expect(await readLostAt()).toBeUndefined();
      zone.delete('CNAME shop.brand.test');
      clock.advance(300);
      await check();
      expect(await readLostAt()).toBeDefined();
      zone.set('CNAME shop.brand.test', failure);
      clock.advance(20);
      await check();
      expect(await readLostAt()).toBeDefined();
    });

    test('are known to be gone as soon as a user looks', async () => {
      zone.delete('CNAME shop.brand.test');
      clock.advance(10);
      await readSetup();
      expect(await readLostAt()).toBe(clock.now().toISOString());
    });
  });

  test('what the issuer rejected is repeated by a retry only', async () => {
    zone.set('CNAME shop.brand.test', ['edge.patron.example']);
    zone.set('TXT _patron.shop.brand.test', ['patron=shop.brand.test']);
    await issue('CAA record forbids issuance');
    const { next_attempt_at: next } = (await readSetup()).certificate;
    clock.advance(10);
    // Not sooner than 10 seconds after the last attempt.
    expect((await retry()).certificate.next_attempt_at).toBe(next);
    clock.advance(1);
    expect((await readSetup()).certificate).toMatchObject({
      error: 'CAA record forbids issuance',
      next_attempt_at: next,
    });
    expect((await retry()).certificate.next_attempt_at).toBe(clock.now().toISOString());
  });

  test("the issuer's reason is shown, and a running attempt isn't disturbed by a retry", async () => {
    zone.set('CNAME shop.brand.test', ['edge.patron.example']);
    zone.set('TXT _patron.shop.brand.test', ['patron=shop.brand.test']);
    await issue('CAA record forbids issuance');
    expect((await readSetup()).certificate.error).toBe('CAA record forbids issuance');
    clock.advance(30);
    let during: DomainSetup['attributes'] | undefined;
    await issueDueCertificates({
      ...service.dependencies,
      requiredRecords,
      certificateIssuer: {
        id: 'test',
        issue: async () => {
          clock.advance(11);
          during = await retry();
          return { chain: 'chain', privateKey: 'key', expiresAt: new Date(clock.now()) };
        },
      },
    });
    expect(during?.certificate.status).toBe('pending');
    expect(await readStatus()).toBe('valid');
  });

  test('an attempt is not claimed while it can not be saved that it runs', async () => {
    await issue();
    const { certificate } = await readSetup();
    await rejectRows(store.db, {
      before: 'update',
      table: 'domain_certificates',
      when: sql`old.last_error is not null and new.last_error is null`,
    });
    clock.advance(30);
    await expect(issue()).rejects.toThrow();
    expect((await readSetup()).certificate).toEqual(certificate);
  });
});
