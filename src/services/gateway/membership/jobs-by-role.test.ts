import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const TOTAL = 120;
const MEMBERS = Array.from(
  { length: TOTAL },
  (_, index): Member => ({
    id: `S-${index}`,
    member_id: `M-${index}`,
    member_status: 'active',
    member_tags: [],
  }),
);
const ids = (count: number) => MEMBERS.slice(0, count).map(({ id }) => id);

describeBothStorages('jobs of a team by role (decisions.md, 68)', (store) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(store.storage);
    const scopes = ['teams:read', 'teams:write'];
    const user = { teamIds: [1], scopes, canWrite: false };
    jobs.users.set('sam', { ...user, role: { kind: 'support' } });
    jobs.users.set('sue', { ...user, role: { kind: 'support' } });
    jobs.users.set('mia', { ...user, role: { kind: 'manager' } });
    jobs.users.set('vera', { ...user, role: { kind: 'viewer' } });
  });
  beforeEach(async () => {
    program = await startProgram(MEMBERS);
    await deleteLoyaltyConnection(store.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    jobs.changedRoles.clear();
    for (const name of ['sam', 'sue']) jobs.changedRoles.set(name, 'support');
    jobs.changedRoles.set('mia', 'manager');
    program.applied.length = 0;
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const send = (token: string, path: string, body?: unknown) =>
    jobs.call(`/teams/1/jobs${path}`, {
      method: 'POST',
      token,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
  const create = async (token: string, data: object) => {
    const response = await send(token, '', { data });
    const { data: job } = (await response.json()) as { data?: { id: string } };
    return { status: response.status, id: job?.id ?? '' };
  };
  const download = async (token: string, id: string) =>
    (await jobs.call(`/teams/1/jobs/${id}/result.csv`, { token })).status;
  const exportOf = (count: number) => ({ kind: 'export', selection: { ids: ids(count) } });
  const TAG = { add_tags: ['new'] };

  test('a support agent exports up to 100 selected members, and no more in any way', async () => {
    const small = await create('sam', exportOf(100));
    expect(small.status).toBe(202);
    for (const data of [
      exportOf(101),
      { kind: 'export', selection: { filter: {} } },
      { kind: 'export', selection: { filter: { q: 'M-1' } } },
      { kind: 'change', selection: { ids: ids(1) }, change: TAG },
      { kind: 'delete', selection: { ids: ids(1) } },
    ]) {
      expect((await create('sam', data)).status).toBe(403);
    }
    const large = await create('mia', exportOf(TOTAL));
    await jobs.work();
    expect(await download('sam', small.id)).toBe(200);
    expect(await download('sue', small.id)).toBe(200);
    expect(await download('vera', small.id)).toBe(403);
    expect(await download('sam', large.id)).toBe(403);
    expect(await download('mia', large.id)).toBe(200);
  });

  test('a support agent neither imports nor starts, retries, undoes or cancels jobs of others', async () => {
    const change = await create('mia', {
      ...{ kind: 'change', selection: { ids: ids(2) } },
      change: TAG,
    });
    await jobs.work();
    for (const move of ['start', 'cancel', 'retry', 'undo']) {
      expect((await send('sam', `/${change.id}/${move}`)).status).toBe(403);
    }
    const file = { method: 'POST', token: 'sam', body: 'member_id\nM-9\n' };
    const headers = { 'content-type': 'text/csv' };
    expect((await jobs.call('/teams/1/jobs/import', { ...file, headers })).status).toBe(403);
    expect(program.members.get('S-0')?.member_tags).toEqual(['new']);
  });

  test('a job continues only while its user may do that', async () => {
    const change = await create('mia', {
      ...{ kind: 'change', selection: { ids: ids(TOTAL) } },
      change: TAG,
    });
    const large = await create('mia', exportOf(TOTAL));
    const small = await create('mia', exportOf(50));
    jobs.changedRoles.set('mia', 'support');
    await jobs.work();
    const error = 'mia@patron.test can no longer change members of this team.';
    expect(await jobs.get(change)).toMatchObject({ state: 'failed', error });
    expect(await jobs.get(large)).toMatchObject({ state: 'failed' });
    expect(await jobs.get(small)).toMatchObject({ state: 'done' });
    expect(program.applied).toEqual([]);
  });
});
