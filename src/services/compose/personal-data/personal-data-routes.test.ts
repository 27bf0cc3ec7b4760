import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Erasure, PersonalData } from '#contract/gateway/personal-data.ts';
import { connectTeam } from '#services/compose/connect-team.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createPersonalDataService } from './personal-data-service.ts';

const PATH = '/teams/1/personal-data/M-1';
const ERASE = `${PATH}/erase?id_token=valid`;

describeBothStorages('the routes of personal data (decisions.md, 63)', (store) => {
  let loyalty: TestLoyalty;
  let gateway: TestGateway;

  beforeAll(async () => {
    loyalty = await startLoyalty(store.storage);
    const { encryption } = loyalty.dependencies;
    const shared = { clock: loyalty.clock, encryption, servesLoyalty: true };
    gateway = await startGateway(store.storage, {
      ...shared,
      loyaltyBaseUrl: loyalty.baseUrl,
      hasIdToken: async ({ query }) => (query as { id_token?: string }).id_token === 'valid',
      personalData: createPersonalDataService({
        ...shared,
        db: store.db,
        loyaltyBaseUrl: loyalty.baseUrl,
        limits: { loyaltyTimeoutMs: 5_000 } as never,
      }),
    });
    const reads = { scopes: ['teams:read'], canWrite: false };
    gateway.users.set('viewer', { ...reads, teamIds: [1] });
    gateway.users.set('two', { ...reads, teamIds: [2] });
    const { program } = await createProgram(store.db);
    await connectTeam({ db: store.db, encryption, publicUrl: 'https://patron.test' }, 1, program);
    await addMembers(store.db, program.id, [{ memberId: 'M-1', firstName: 'Zuzanna' }]);
  });
  afterAll(async () => {
    await gateway?.close();
    await loyalty?.close();
  });
  beforeEach(() => store.db.delete(auditEvents));

  const post = (path: string, token?: string) =>
    gateway.call(path, { method: 'POST', ...(token === undefined ? {} : { token }) });
  const statusOf = async (response: Promise<Response>) => (await response).status;

  test('show the data of a member of the own team, which is recorded', async () => {
    const response = await gateway.call(PATH);
    const { data } = (await response.json()) as { data: PersonalData };
    expect(data).toMatchObject({
      member_id: 'M-1',
      sections: { profile: [{ first_name: 'Zuzanna' }] },
    });
    const [event] = await store.db.select().from(auditEvents);
    expect(event).toMatchObject({ action: 'personal_data.download', subjectId: 'M-1' });
    expect(await statusOf(gateway.call(PATH, { token: 'two' }))).toBe(403);
    expect(await statusOf(gateway.call(PATH, { token: 'nobody' }))).toBe(401);
    expect(await statusOf(gateway.call('/teams/1/personal-data/M-2'))).toBe(404);
  });

  test('erase only with the right to write and the id_token', async () => {
    expect(await statusOf(post(ERASE, 'viewer'))).toBe(403);
    const unproven = await post(`${PATH}/erase`);
    expect([unproven.status, await unproven.text()]).toEqual([
      403,
      expect.stringContaining('id_token'),
    ]);
    expect(await statusOf(post(`${PATH}/erase?id_token=expired`))).toBe(403);
    expect(await statusOf(post('/teams/1/personal-data/M-2/erase?id_token=valid'))).toBe(404);
    expect(await store.db.$count(auditEvents)).toBe(0);
  });

  test('respond with a receipt, which only its team reads', async () => {
    const response = await post(ERASE);
    const { data } = (await response.json()) as { data: Erasure };
    expect([response.status, data]).toEqual([
      202,
      expect.objectContaining({ state: 'running', erased_at: null }),
    ]);
    expect(JSON.stringify(data)).not.toContain('M-1');
    const receipt = `/teams/1/erasures/${data.receipt}`;
    const read = await gateway.call(receipt, { token: 'viewer' });
    expect(await read.json()).toEqual({ data });
    expect(await statusOf(gateway.call(receipt, { token: 'two' }))).toBe(403);
    const elsewhere = gateway.call(`/teams/2/erasures/${data.receipt}`, { token: 'two' });
    expect(await statusOf(elsewhere)).toBe(404);
    expect(await statusOf(gateway.call('/teams/1/erasures/unknown'))).toBe(404);
  });
});
