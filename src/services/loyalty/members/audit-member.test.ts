import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMember, deleteMember, updateMember } from '#contract/loyalty/members/members.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { addTiers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { CALLER_HEADER, forwardedHeaders } from '#services/platform/audit/forwarded-caller.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('audit events of members (decisions.md, 47)', (store) => {
  let service: TestLoyalty;
  let client: Client;
  let program: Program;

  beforeAll(async () => {
    service = await startLoyalty(store.storage);
  });
  beforeEach(async () => {
    const created = await createProgram(store.db);
    program = created.program;
    client = createClient(service.baseUrl, created.credentials);
  });
  afterAll(() => service.close());

  const listEvents = () =>
    store.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.partnerId, program.partnerId))
      .orderBy(asc(auditEvents.id));
  const params = { member: 'M-1' };
  const query = { idParam: 'member_id' };
  const create = (headers = {}) =>
    client.call(createMember, {
      body: { member_id: 'M-1', first_name: 'Jo', member_tags: ['vip'], member_status: 'active' },
      headers,
    });

  test('each write records one, with what differs', async () => {
    await create();
    await client.call(updateMember, {
      params,
      query,
      body: { first_name: 'Joe', last_name: 'Doe', custom_attributes: '{"size":"M"}' },
    });
    await client.call(deleteMember, { params, query });
    const [created, updated, deleted, ...others] = await listEvents();
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      action: 'member.create',
      actorKind: 'client',
      subjectType: 'member',
      subjectId: 'M-1',
    });
    expect(created?.changes).toContainEqual({ field: 'member_tags', before: null, after: ['vip'] });
    expect(updated?.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'custom_attributes.size', before: null, after: 'M' },
      { field: 'first_name', before: 'Jo', after: 'Joe' },
      { field: 'last_name', before: '', after: 'Doe' },
    ]);
    expect(deleted).toMatchObject({ action: 'member.delete', subjectName: 'Joe Doe' });
  });

  test('an update that changes nothing records none', async () => {
    await create();
    const body = { first_name: 'Jo', member_tags: ['vip'], custom_attributes: '{}' };
    await client.call(updateMember, { params, query, body });
    expect(await listEvents()).toHaveLength(1);
  });

  test('names a tier, and a referrer by member ID', async () => {
    const [low, high] = await addTiers(store.db, program.id, { Bronze: 0, Silver: 100 });
    const referrer = await client.call(createMember, { body: { member_id: 'R-1' } });
    await create();
    await client.call(updateMember, {
      params,
      query,
      body: {
        current_tier_id: high?.serviceId ?? '',
        referral_code: referrer.data.referral_code ?? '',
      },
    });
    const [, created, updated] = await listEvents();
    expect(created?.changes).toContainEqual({ field: 'tier', before: null, after: low?.name });
    expect(updated?.changes).toEqual([
      { field: 'tier', before: 'Bronze', after: 'Silver' },
      { field: 'tier_id', before: low?.serviceId, after: high?.serviceId },
      { field: 'referrer', before: null, after: 'R-1' },
    ]);
  });

  test('a rejected write records none', async () => {
    await create();
    await client.callRejected(createMember, { body: { member_id: 'M-1' } });
    expect(await listEvents()).toHaveLength(1);
  });

  test('names the user that the gateway forwards, but no forged or old one', async () => {
    const actor = { kind: 'user', id: '7', name: 'Ana' } as const;
    const caller = { actor, teamId: 3, requestId: 'request-0001' };
    const { clock, encryption } = service.dependencies;
    const stranger = createEncryption(await createKeyring());
    const forged = forwardedHeaders({ clock, encryption: stranger }, caller);
    const old = forwardedHeaders({ clock, encryption }, caller);
    await create(forged);
    const addresses = { params, query };
    await client.call(updateMember, {
      ...addresses,
      body: { first_name: 'A' },
      headers: { [CALLER_HEADER]: 'none' },
    });
    service.clock.advance(301);
    await client.call(updateMember, { ...addresses, body: { first_name: 'B' }, headers: old });
    const headers = forwardedHeaders({ clock, encryption }, caller);
    await client.call(deleteMember, { ...addresses, headers });
    const events = await listEvents();
    expect(events.map(({ actorKind }) => actorKind)).toEqual([
      'client',
      'client',
      'client',
      'user',
    ]);
    expect(events.at(-1)).toMatchObject({
      actorId: '7',
      actorName: 'Ana',
      teamId: 3,
      requestId: 'request-0001',
    });
  });

  test('concurrent updates record their own callers, and a rejected one affects no other', async () => {
    await create();
    const { clock, encryption } = service.dependencies;
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7];
    const responses = await Promise.all(
      numbers.map((n) => {
        const actor = { kind: 'user', id: `${n}`, name: 'Ana' } as const;
        return client.send(updateMember, {
          params: { member: n === 3 ? 'unknown' : 'M-1' },
          query,
          body: { custom_attributes: `{"size${n}":${n}}` },
          headers: forwardedHeaders({ clock, encryption }, { actor, teamId: 3 }),
        });
      }),
    );
    expect(responses.map(({ status }) => status)).toEqual(
      numbers.map((n) => (n === 3 ? 400 : 200)),
    );
    const recorded = (await listEvents()).flatMap(({ action, actorId, changes }) =>
      action === 'member.update' ? changes.map(({ field }) => `${field} by ${actorId}`) : [],
    );
    const others = numbers.filter((n) => n !== 3);
    expect(recorded.sort()).toEqual(others.map((n) => `custom_attributes.size${n} by ${n}`));
  });
});
