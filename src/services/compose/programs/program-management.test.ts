import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listMembers } from '#contract/loyalty/members/members.ts';
import type { ApiKey } from '#contract/program/program.ts';
import { allowsOperation } from '#contract/roles/allows.ts';
import { connectTeam } from '#services/compose/connect-team.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createClient } from '#services/loyalty/testing/client.ts';
import { addTiers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { updateContext } from '#services/platform/context.ts';
import { forbidden } from '#services/platform/json-api/errors.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createProgramManagement } from './program-management.ts';

const ANA = { kind: 'user', id: '5', name: 'Ana' } as const;

const managementOf = ({ dependencies }: TestLoyalty) => ({
  ...dependencies,
  allowPrivateAddresses: false,
  ownOrigin: 'https://patron.test',
});

describeBothStorages('the program of a team (decisions.md, 62)', (store) => {
  let loyalty: TestLoyalty;
  let gateway: TestGateway;
  let program: Program;

  beforeAll(async () => {
    loyalty = await startLoyalty(store.storage);
    const { encryption } = loyalty.dependencies;
    gateway = await startGateway(store.storage, {
      clock: loyalty.clock,
      encryption,
      servesLoyalty: true,
      loyaltyBaseUrl: loyalty.baseUrl,
      authorizeTeamMember: async ({ headers, params }, { id }) => {
        const isAna = headers.authorization === 'Bearer all';
        const role = { kind: isAna ? 'administrator' : 'viewer' } as const;
        if (!allowsOperation(role, id)) throw forbidden('No administrator.');
        const teamId = Number((params as { team_id: string }).team_id);
        updateContext({ actor: ANA, teamId });
        return { teamId, user: ANA, role };
      },
      hasIdToken: async ({ query }) => (query as { id_token?: string }).id_token === 'valid',
      programs: createProgramManagement(managementOf(loyalty)),
    });
    ({ program } = await createProgram(store.db, {
      name: 'Northwind',
      currency: 'EUR',
      tierPeriodMonths: 12,
      pointsExpireAfterDays: 365,
    }));
    await addTiers(store.db, program.id, { Gold: 500, Bronze: 0 });
    await connectTeam({ db: store.db, encryption, publicUrl: 'https://patron.test' }, 1, program);
  });
  afterAll(async () => {
    await gateway?.close();
    await loyalty?.close();
  });
  beforeEach(() => store.db.delete(auditEvents));

  const keys = '/teams/1/program/api-keys';
  const read = async <Data>(response: Response) => ((await response.json()) as { data: Data }).data;
  const list = async () => read<ApiKey[]>(await gateway.call(keys));
  const send = (method: string, path: string, body?: unknown, query = '?id_token=valid') =>
    gateway.call(`${path}${query}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const create = async (name: string) => {
    const response = await send('POST', keys, { name });
    expect(response.status).toBe(201);
    return read<ApiKey & { key: string }>(response);
  };
  const listAs = (key: string) =>
    createClient(loyalty.baseUrl, { 'api-key': key, 'partner-id': program.partnerId }).send(
      listMembers,
    );

  test('is shown to everybody of the team, with its tiers and rules', async () => {
    const response = await gateway.call('/teams/1/program', { token: 'viewer' });
    const qualification = { kind: 'period', months: 12 };
    expect(await response.json()).toEqual({
      data: {
        name: 'Northwind',
        partner_id: program.partnerId,
        currency: 'EUR',
        language: null,
        points: { expiry: { days: 365 } },
        unique_fields: [],
        tiers: [
          { id: expect.any(String), name: 'Bronze', rank: 1, threshold: 0, qualification },
          { id: expect.any(String), name: 'Gold', rank: 2, threshold: 500, qualification },
        ],
      },
    });
    expect((await gateway.call('/teams/2/program', { token: 'two' })).status).toBe(404);
  });

  test('has keys that are shown once, say who created and last used them, and can be revoked', async () => {
    const { key, ...created } = await create('The shop');
    expect(created).toEqual({
      id: expect.any(String),
      name: 'The shop',
      last_four: key.slice(-4),
      created_at: expect.any(String),
      created_by: 'Ana',
      last_used_at: null,
      used_by_console: false,
    });
    expect(JSON.stringify(await list())).not.toContain(key);

    const usedAt = loyalty.clock.now();
    expect((await listAs(key)).status).toBe(200);
    loyalty.clock.advance(59);
    expect((await listAs(key)).status).toBe(200);
    const lastUse = async () => (await list()).find(({ id }) => id === created.id)?.last_used_at;
    expect(await lastUse()).toBe(usedAt.toISOString());
    loyalty.clock.advance(2);
    await listAs(key);
    expect(await lastUse()).toBe(addSeconds(usedAt, 61).toISOString());

    expect((await send('DELETE', `${keys}/${created.id}`)).status).toBe(204);
    expect((await listAs(key)).status).toBe(401);
    expect((await list()).map(({ name }) => name)).not.toContain('The shop');
    expect((await send('DELETE', `${keys}/${created.id}`)).status).toBe(404);
    const events = await store.db.select().from(auditEvents).orderBy(auditEvents.id);
    const event = { actorName: 'Ana', subjectName: 'The shop', partnerId: program.partnerId };
    expect(events).toMatchObject([
      { ...event, action: 'api_key.create', subjectId: created.id },
      { ...event, action: 'api_key.revoke', subjectId: created.id },
    ]);
    expect(JSON.stringify(events)).not.toContain(key);
  });

  test("doesn't let the console's own key be revoked or imitated", async () => {
    const own = (await list()).find(({ used_by_console: isOwn }) => isOwn);
    expect(own).toMatchObject({ name: 'gateway of team 1' });
    expect((await send('DELETE', `${keys}/${own?.id}`)).status).toBe(422);
    const imitated = await send('POST', keys, { name: 'gateway of team 1' });
    expect(imitated.status).toBe(422);
    expect(await imitated.json()).toMatchObject({ errors: [{ source: { pointer: '/name' } }] });
    expect(await store.db.$count(auditEvents)).toBe(0);
  });

  test('has keys for administrators only, who confirm their password to change them', async () => {
    const { id } = await create('The till');
    expect((await gateway.call(keys, { token: 'viewer' })).status).toBe(403);
    expect((await send('POST', keys, { name: 'X' }, '')).status).toBe(403);
    expect((await send('DELETE', `${keys}/${id}`, undefined, '?id_token=other')).status).toBe(403);
    expect((await send('POST', keys, { name: '' })).status).toBe(422);
  });

  test("doesn't show or revoke keys of another program", async () => {
    const other = await createProgram(store.db);
    const key = await createProgramManagement(managementOf(loyalty)).createApiKey(
      other.program.partnerId,
      'Other',
    );
    expect((await send('DELETE', `${keys}/${key.id}`)).status).toBe(404);
    expect((await list()).map(({ name }) => name)).not.toContain('Other');
  });
});
