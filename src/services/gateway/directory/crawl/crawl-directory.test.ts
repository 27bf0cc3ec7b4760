import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import {
  directoryMembers,
  directoryRemovals,
  directoryTiers,
  directoryWords,
} from '#services/gateway/directory/directory-members-table.ts';
import { directoryStates } from '#services/gateway/directory/directory-states-table.ts';
import {
  eraseDirectories,
  startDirectoryWorker,
  updateDirectories,
} from '#services/gateway/directory/directory-worker.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { PAGE_SIZE } from './read-members.ts';

const TOTAL = 2.5 * PAGE_SIZE;
const OTHERS: Member[] = [
  { id: 'S-blocked', member_id: 'blocked', member_status: 'blocked', first_name: 'Bea' },
  { id: 'S-out', member_id: 'out', member_status: 'opted_out', first_name: 'Olga' },
];

function people(count: number): Member[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `S-${index}`,
    member_id: `M-${index}`,
    member_status: 'active',
    first_name: `First${index}`,
    last_modified_date: '2026-01-31T10:00:00.000Z',
  }));
}

describeBothStorages('member directory', (storage) => {
  afterEach(() => expectFigures(storage.db));
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await startDirectory(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([...people(3), ...OTHERS]);
    await deleteLoyaltyConnection(storage.db, 1);
    await deleteLoyaltyConnection(storage.db, 2);
    await directory.connect(1, program.url);
    return () => program.close();
  });
  afterAll(() => directory?.close());

  const poll = async () => {
    directory.clock.advance(60);
    program.requests.length = 0;
    await directory.update();
  };
  const call = (path: string, method: string, body?: object) =>
    directory.call(`/teams/1/loyalty/v2/loyalty/members${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });

  test('has the members of every status, and says how complete and recent it is', async () => {
    expect((await directory.list()).directory).toEqual({
      state: 'building',
      progress: 0,
      as_of: null,
    });
    await directory.update();
    const page = await directory.list();
    expect(page.data.map(({ first_name, member_status }) => [first_name, member_status])).toEqual([
      ['Bea', 'blocked'],
      ['First0', 'active'],
      ['First1', 'active'],
      ['First2', 'active'],
      ['Olga', 'opted_out'],
    ]);
    const asOf = directory.clock.now().toISOString();
    expect(page.directory).toEqual({ state: 'current', progress: 1, as_of: asOf });
    program.intercept = () => ({ status: 500 });
    directory.clock.advance(300);
    await directory.update();
    expect((await directory.list()).directory).toEqual({
      state: 'stale',
      progress: 1,
      as_of: asOf,
    });
  });

  test('continues a crawl where it stopped, with what it has already usable', async () => {
    program.members = new Map(people(TOTAL).map((member) => [member.id, member]));
    program.intercept = (request) =>
      request.includes(`start_cursor=${2 * PAGE_SIZE}`) ? { status: 503 } : undefined;
    await directory.update();
    const { total, directory: status } = await directory.list();
    expect(total).toBe(2 * PAGE_SIZE);
    expect(status).toMatchObject({ state: 'building', as_of: null });
    expect(status.progress).toBeCloseTo((2 * PAGE_SIZE) / TOTAL);

    program.intercept = () => undefined;
    program.requests.length = 0;
    directory.clock.advance(10);
    await directory.update();
    expect(program.requests[0]).toContain(`start_cursor=${2 * PAGE_SIZE}`);
    expect(await directory.list()).toMatchObject({ total: TOTAL, directory: { state: 'current' } });
  });

  test('starts a status again, after a pause, if the service rejects the cursor', async () => {
    program.members = new Map(people(PAGE_SIZE + 1).map((member) => [member.id, member]));
    program.intercept = (request) =>
      request.includes('start_cursor') ? { status: 400 } : undefined;
    await directory.update();
    expect((await directory.list()).directory.state).toBe('building');
    program.intercept = () => undefined;
    directory.clock.advance(10);
    await directory.update();
    expect(await directory.list()).toMatchObject({
      total: PAGE_SIZE + 1,
      directory: { state: 'current' },
    });
  });

  test('is crawled by one of several processes, and by another one if it dies', async () => {
    let release = () => {};
    const stalled = new Promise<void>((resolve) => {
      release = resolve;
    });
    program.intercept = async (request) => {
      if (request.includes('count=1000') && program.requests.length < 5) await stalled;
      return undefined;
    };
    const first = updateDirectories(directory.dependencies);
    await expect.poll(() => program.requests.length).toBe(4);
    expect(await updateDirectories(directory.dependencies)).toBe(false);
    expect(program.requests).toHaveLength(4);

    directory.clock.advance(61);
    await directory.update();
    expect(await directory.list()).toMatchObject({ total: 5, directory: { state: 'current' } });
    program.members.delete('S-0');
    expect((await call('/S-0', 'GET')).status).toBe(400);
    release();
    await first;
    expect(await directory.listIds()).toEqual(['blocked', 'M-1', 'M-2', 'out']);
  });

  test('has changes made through the gateway before their response', async () => {
    await directory.update();
    await call('', 'POST', { member_id: 'new', first_name: 'Ada', last_name: 'Lovelace' });
    expect(await directory.listIds({ q: 'ada' })).toEqual(['new']);
    await call('/new?idParam=member_id', 'POST', { last_name: 'Byron', member_status: 'blocked' });
    expect(await directory.listIds({ q: 'byron', status: 'blocked' })).toEqual(['new']);
    expect(await directory.listIds({ q: 'lovelace' })).toEqual([]);
    await call('/S-new', 'DELETE');
    expect(await directory.listIds({ q: 'ada' })).toEqual([]);
  });

  test('has them although the response has values that cannot be read, or is none', async () => {
    await directory.update();
    const body = { member_id: 'new', first_name: 'Ada', address: 7, birthdate: null };
    await call('', 'POST', body);
    const [added] = (await directory.list({ q: 'ada' })).data;
    expect(added).toMatchObject({ member_id: 'new', incomplete: true });
    program.intercept = () => ({ status: 204 });
    await call('/new?idParam=member_id', 'DELETE');
    expect(await directory.listIds({ q: 'ada' })).toEqual([]);
  });

  test('has other changes with the next poll, and deletions with the next daily crawl', async () => {
    await directory.update();
    directory.clock.advance(1);
    const changed = directory.clock.now().toISOString();
    const [first] = people(1) as [Member];
    program.members.set('S-0', { ...first, first_name: 'Zoe', last_modified_date: changed });
    program.members.delete('S-1');
    await poll();
    expect(await directory.listIds()).toEqual(['blocked', 'M-1', 'M-2', 'out', 'M-0']);
    expect(program.requests).toHaveLength(3);

    directory.clock.advance(DAY_SECONDS);
    await poll();
    expect(await directory.listIds()).toEqual(['blocked', 'M-2', 'out', 'M-0']);
    const words = await storage.db.select({ word: directoryWords.word }).from(directoryWords);
    expect(words.map(({ word }) => word)).not.toContain('first1');
  });

  test.each([400, 404])('removes a member that is opened and responds %i', async (status) => {
    await directory.update();
    program.intercept = (request) => (/M-0|S-1/.test(request) ? { status } : undefined);
    directory.clock.advance(1);
    expect((await call('/M-0?idParam=member_id', 'GET')).status).toBe(status);
    expect((await call('/S-1', 'GET')).status).toBe(status);
    expect(await directory.listIds()).toEqual(['blocked', 'M-2', 'out']);
  });

  test('keeps each team to its own program, and is erased with the connection', async () => {
    const other = await startProgram([{ id: 'S-x', member_id: 'x', member_status: 'active' }]);
    await directory.connect(2, other.url);
    await directory.update();
    expect(await directory.listIds({}, 2)).toEqual(['x']);
    expect(await directory.listIds()).toHaveLength(5);

    await deleteLoyaltyConnection(storage.db, 1);
    expect((await directory.call('/teams/1/directory/members')).status).toBe(404);
    for (const table of [directoryMembers, directoryWords, directoryRemovals, directoryTiers]) {
      const rows = await storage.db.select({ teamId: table.teamId }).from(table);
      expect(rows.filter(({ teamId }) => teamId === 1)).toEqual([]);
    }
    await directory.connect(2, program.url, { 'partner-id': 'another program' });
    expect(await directory.list({}, 2)).toMatchObject({
      total: 0,
      directory: { state: 'building' },
    });
    await other.close();
  });

  test('is erased when it is switched off, and then says so', async () => {
    await directory.update();
    const off = { ...directory.dependencies, directoryPollSeconds: 0 };
    const worker = startDirectoryWorker(off);
    await expect.poll(() => storage.db.$count(directoryStates), { timeout: 10_000 }).toBe(0);
    await worker.stop();
    const gateway = await startDirectory(storage.storage, { directoryPollSeconds: 0 });
    expect(await gateway.list()).toMatchObject({ data: [], total: 0, directory: { state: 'off' } });
    await gateway.close();
  });

  test('is erased in batches, and built from the start if it is needed again before', async () => {
    program.members = new Map(people(PAGE_SIZE + 500).map((member) => [member.id, member]));
    await directory.update();
    await eraseDirectories(storage.db, directory.clock);
    expect(await directory.list()).toMatchObject({
      total: PAGE_SIZE + 250,
      directory: { state: 'building' },
    });
    await directory.update();
    expect(await directory.list()).toMatchObject({
      total: PAGE_SIZE + 500,
      directory: { state: 'current' },
    });
  });
});
