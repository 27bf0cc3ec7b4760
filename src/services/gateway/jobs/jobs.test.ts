import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import { DELETION_DELAY_SECONDS, OPEN_JOBS_MAX } from '#contract/gateway/jobs.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { readStream } from '#services/gateway/testing/read-stream.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const TOTAL = 30;

function people(count = TOTAL): Member[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `S-${index}`,
    member_id: `M-${index}`,
    member_status: 'active',
    first_name: `First${index}`,
    member_tags: index % 2 === 0 ? ['vip'] : [],
    custom_attributes: { size: index, color: 'red' },
  }));
}

describeBothStorages('jobs', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage, {
      hasIdToken: async ({ query }) => (query as { id_token?: string }).id_token === 'valid',
    });
  });
  beforeEach(async () => {
    program = await startProgram(people());
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    program.requests.length = 0;
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const all = { filter: {} };
  const addTag = { kind: 'change', selection: all, change: { add_tags: ['new'] } };
  const tagsOf = (id: string) => program.members.get(id)?.member_tags;
  /** Works for a while although the service fails. */
  const workFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await jobs.work();
      jobs.clock.advance(1);
    }
  };

  describe('change', () => {
    test('adds and removes tags of the selected members, and keeps their others', async () => {
      const job = await jobs.create({
        kind: 'change',
        selection: { filter: { tag: 'vip', has_phone: false }, expected: TOTAL / 2 },
        change: { add_tags: ['new'], remove_tags: ['vip'] },
      });
      expect(job).toMatchObject({
        kind: 'change',
        state: 'queued',
        created_by: { id: 'all', name: 'all@patron.test' },
        summary: { filter: { tag: ['vip'], has_phone: false } },
        total: TOTAL / 2,
        done: 0,
        failed: 0,
        progress: 0,
      });
      // An edit by someone else, before the job comes to this member.
      const first = program.members.get('S-0') as Member;
      program.members.set('S-0', { ...first, member_tags: ['vip', 'theirs'] });
      await jobs.work();
      expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL / 2, progress: 1 });
      expect(tagsOf('S-0')).toEqual(['theirs', 'new']);
      expect(tagsOf('S-1')).toEqual([]);
      expect(await jobs.listIds({ tag: 'new' })).toHaveLength(TOTAL / 2);
    });

    test('sets status, subscription and single attributes', async () => {
      await jobs.create({
        kind: 'change',
        selection: { ids: ['S-3', 'S-4'] },
        change: { status: 'blocked', subscription: 'unsubscribed', custom_attributes: { size: 9 } },
      });
      await jobs.work();
      expect(program.members.get('S-3')).toMatchObject({
        member_status: 'blocked',
        email_subscription_status: 'unsubscribed',
        custom_attributes: { size: 9, color: 'red' },
      });
      expect(await jobs.listIds({ status: 'blocked' })).toEqual(['M-3', 'M-4']);
      expect(program.applied).toHaveLength(2);
    });

    test('does nothing if the selection is not what was expected', async () => {
      const response = await jobs.post('', {
        data: { ...addTag, selection: { ...all, expected: 29 } },
      });
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        errors: [{ detail: '30 members match now, not 29. Check the selection and try again.' }],
      });
      await jobs.work();
      expect(program.applied).toEqual([]);
    });
  });

  test('more than 25 members are deleted only with the id_token of the caller', async () => {
    const data = { kind: 'delete', selection: { filter: {} } };
    const rejected = await jobs.post('', { data });
    expect(rejected.status).toBe(403);
    expect(await rejected.json()).toMatchObject({ errors: [{ code: '403' }] });
    expect((await jobs.post('?id_token=invalid', { data })).status).toBe(403);
    await jobs.work();
    expect(program.members.size).toBe(TOTAL);
    expect((await jobs.post('?id_token=valid', { data })).status).toBe(202);
    jobs.clock.advance(DELETION_DELAY_SECONDS);
    await jobs.work();
    expect(program.members.size).toBe(0);
  });

  test('a deletion of more than 25 members can be stopped for ten seconds', async () => {
    const data = { kind: 'delete', selection: { filter: {} } };
    const response = await jobs.post('?id_token=valid', { data });
    const { data: job } = (await response.json()) as { data: Job };
    const next = await jobs.create({ kind: 'export', selection: { ids: ['S-1'] } });
    jobs.clock.advance(DELETION_DELAY_SECONDS - 1);
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'queued', done: 0 });
    // Others don't wait for it.
    expect(await jobs.get(next)).toMatchObject({ state: 'done' });
    expect((await jobs.move(job, 'cancel')).state).toBe('cancelled');
    jobs.clock.advance(DELETION_DELAY_SECONDS);
    await jobs.work();
    expect(program.members.size).toBe(TOTAL);
    await jobs.move(job, 'retry');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 0 });
    expect(program.members.size).toBe(0);
  });

  test('delete removes members, and says which were gone already', async () => {
    const job = await jobs.create({ kind: 'delete', selection: { ids: ['S-1', 'S-2'] } });
    program.members.delete('S-2');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: 2, failed: 0 });
    expect(program.members.size).toBe(TOTAL - 2);
    expect(await jobs.listIds()).toHaveLength(TOTAL - 2);
    expect(await jobs.result(job)).toBe(
      '\ufeffmember_id,id,name,outcome,reason\r\nM-1,S-1,First1,done,\r\nM-2,S-2,,skipped,This member was deleted already\r\n',
    );
  });

  test('failed rows have their reason and can be retried', async () => {
    program.intercept = (request) =>
      /^POST .*S-(3|4)$/.test(request) ? { status: 400 } : undefined;
    const job = await jobs.create(addTag);
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 2 });
    expect(await jobs.result(job)).toContain('M-3,S-3,First3,,,failed,');
    program.intercept = () => undefined;
    program.applied.length = 0;
    expect(await jobs.move(job, 'retry')).toMatchObject({ state: 'queued', done: TOTAL - 2 });
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 0 });
    expect(program.applied).toHaveLength(2);
    expect((await jobs.post(`/${job.id}/retry`)).status).toBe(409);
  });

  test('a canceled job stops, and a retry continues where it stopped', async () => {
    const job = await jobs.create(addTag);
    program.intercept = () => (program.applied.length > 5 ? { status: 503 } : undefined);
    await jobs.work();
    expect(await jobs.move(job, 'cancel')).toMatchObject({ state: 'cancelled' });
    program.intercept = () => undefined;
    await workFor(5);
    const { state, done } = await jobs.get(job);
    expect(state).toBe('cancelled');
    expect(done).toBeLessThan(TOTAL);
    await jobs.move(job, 'retry');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 0 });
    expect([...program.members.values()].every((m) => m.member_tags?.includes('new'))).toBe(true);
  });

  test('one job of a team runs at a time', async () => {
    program.intercept = () => ({ status: 503 });
    const first = await jobs.create(addTag);
    const second = await jobs.create(addTag);
    await jobs.work();
    expect((await jobs.get(first)).state).toBe('running');
    expect((await jobs.get(second)).state).toBe('queued');
    program.intercept = () => undefined;
    await workFor(5);
    expect((await jobs.get(second)).state).toBe('done');
    // All members had the tag already.
    expect(program.applied).toHaveLength(TOTAL);
  });

  test('jobs are listed, found and streamed as they change', async () => {
    const url = `${jobs.url}/gateway/teams/1/jobs/stream`;
    const stream = await readStream(url, { authorization: 'Bearer all' });
    await expect.poll(() => stream.comments).toHaveLength(1);
    const job = await jobs.create(addTag);
    await jobs.work();
    await expect
      .poll(() => stream.messages.map(({ data }) => (JSON.parse(data) as Job).state).at(-1))
      .toBe('done');
    expect(stream.messages[0]?.event).toBe('job');
    stream.disconnect();
    const list = await jobs.call('/teams/1/jobs?count=1&state=done');
    expect(await list.json()).toMatchObject({ data: [{ id: job.id, state: 'done' }] });
    for (const path of [`/teams/1/jobs/999999`, `/teams/2/jobs/${job.id}`, '/teams/1/jobs/x']) {
      expect((await jobs.call(path)).status).toBe(404);
    }
  });

  test('a team has at most 100 that have not ended, and another team is not in its way', async () => {
    await jobs.connect(2, program.url);
    await jobs.update();
    const changed = await jobs.create(addTag);
    await jobs.work();
    const one = { kind: 'export', selection: { ids: ['S-1'] } };
    const waiting: Job[] = [];
    while (waiting.length < OPEN_JOBS_MAX) waiting.push(await jobs.create(one));
    const rejected = [
      await jobs.post('', { data: one }),
      await jobs.post(`/${changed.id}/undo`),
      await jobs.call('/teams/1/jobs/import', {
        method: 'POST',
        body: 'member_id\nM-1',
        headers: { 'content-type': 'text/csv' },
      }),
    ];
    for (const response of rejected) {
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        errors: [{ detail: expect.stringContaining("100 jobs that haven't ended") }],
      });
    }
    const elsewhere = { method: 'POST', body: JSON.stringify({ data: one }) };
    const headers = { 'content-type': 'application/json' };
    expect((await jobs.call('/teams/2/jobs', { ...elsewhere, headers })).status).toBe(202);
    await jobs.move(waiting[0] as Job, 'cancel');
    expect(await jobs.move(changed, 'undo')).toMatchObject({ state: 'queued' });
    await jobs.work();
    expect(await jobs.create(one)).toMatchObject({ state: 'queued' });
  });

  const both = { ids: ['S-1'], filter: {} };
  const badStatus = { status: 'gone' };
  const short = { filter: { q: 'x' } };
  test.each([
    [{ kind: 'explode', selection: all }, '/kind Must be one of: export, change, delete'],
    [{ kind: 'change', selection: all }, '/change Required.'],
    [{ kind: 'change', selection: all, change: {} }, '/change Must change something'],
    [{ ...addTag, change: badStatus }, '/change/status Must be one of: active, blocked, opted_out'],
    [{ kind: 'delete' }, '/selection Required.'],
    [{ kind: 'delete', selection: all, dry_run: true }, '/dry_run Unknown property.'],
    [{ kind: 'delete', selection: { ids: [] } }, '/selection/ids Must have at least 1 item.'],
    [{ kind: 'delete', selection: both }, '/selection Must have either ids or a filter'],
    [{ kind: 'delete', selection: short }, '/selection/filter/q Must have at least 2 characters'],
    [
      { kind: 'delete', selection: { filter: { color: 'red' } } },
      '/selection/filter/color Unknown property.',
    ],
    [
      { kind: 'delete', selection: { filter: { 'attribute_min.size': 'big' } } },
      '/selection/filter/attribute_min.size Must be a number such as 12.5',
    ],
    [{ kind: 'export', columns: ['last_name', 'size'] }, '/columns/1 There is no column size.'],
  ])('%j is rejected, naming what is wrong', async (data, expected) => {
    const [pointer, detail] = expected.split(/ (.*)/);
    const error = { status: '422', detail, source: { pointer: `/data${pointer}` } };
    const response = await jobs.post('', { data });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [error] });
  });

  test('creating needs teams:write and a complete directory, reading teams:read', async () => {
    const scopes = ['teams:read', 'teams:write'];
    jobs.users.set('reader', { teamIds: [1], scopes, canWrite: false });
    jobs.users.set('none', { teamIds: [1], scopes: ['webhooks:read'], canWrite: true });
    const job = await jobs.create(addTag);
    const actions = ['start', 'cancel', 'retry', 'undo'].map((action) => `/${job.id}/${action}`);
    for (const path of ['', '/import', ...actions]) {
      const init = { method: 'POST', token: 'reader' };
      expect((await jobs.call(`/teams/1/jobs${path}`, init)).status).toBe(403);
    }
    for (const path of ['', `/${job.id}`, `/${job.id}/rows`, `/${job.id}/result.csv`, '/stream']) {
      expect((await jobs.call(`/teams/1/jobs${path}`, { token: 'none' })).status).toBe(403);
    }
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    expect((await jobs.post('', { data: addTag })).status).toBe(409);
  });
});
