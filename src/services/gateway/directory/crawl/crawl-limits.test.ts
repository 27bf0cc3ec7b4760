import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { directoryStates } from '#services/gateway/directory/directory-states-table.ts';
import { updateDirectories } from '#services/gateway/directory/directory-worker.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

function people(count: number): Member[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `S-${index}`,
    member_id: `M-${index}`,
    member_status: 'active',
    first_name: `First${index}`,
    last_modified_date: '2026-01-31T10:00:00.000Z',
  }));
}

describeBothStorages('a crawl', (storage) => {
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await startDirectory(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram(people(5));
    await deleteLoyaltyConnection(storage.db, 1);
    await directory.connect(1, program.url);
    return () => program.close();
  });
  afterAll(() => directory?.close());

  const poll = async () => {
    directory.clock.advance(60);
    program.requests.length = 0;
    await directory.update();
  };

  test('checks a hundred unseen members between two polls for changes', async () => {
    program.members = new Map(people(250).map((member) => [member.id, member]));
    await directory.update();
    program.members.clear();
    directory.clock.advance(DAY_SECONDS);
    const checks: number[] = [];
    for (let hasMore = true; hasMore; ) {
      program.requests.length = 0;
      hasMore = await updateDirectories(directory.dependencies);
      checks.push(program.requests.filter((request) => request.includes('/S-')).length);
    }
    expect(checks).toEqual([100, 100, 50, 0]);
    expect(await directory.list()).toMatchObject({ total: 0, directory: { state: 'current' } });
  });

  test('writes few members with many attributes at a time', async () => {
    const text = 'x'.repeat(60_000);
    const large = people(7).map((member) => ({ ...member, custom_attributes: { text } }));
    const transaction = vi.spyOn(storage.db, 'transaction');
    onTestFinished(() => transaction.mockRestore());
    const countFor = async (members: Member[]) => {
      program.members = new Map(members.map((member) => [member.id, member]));
      transaction.mockClear();
      directory.clock.advance(DAY_SECONDS);
      await directory.update();
      return transaction.mock.calls.length;
    };
    await directory.update();
    const [small, many] = [await countFor(people(7)), await countFor(large)];
    expect(many - small).toBeGreaterThanOrEqual(large.length - 1);
    expect(await directory.list()).toMatchObject({ total: large.length });
  });

  test('polls less often after a change of very many members', async () => {
    await directory.update();
    const page = { total: 50_000, members: people(1), more: true };
    program.intercept = (request) => {
      const query = new URL(request.split(' ')[1] ?? '', program.url).searchParams;
      const cursor = Number(query.get('start_cursor') ?? 0);
      if (query.get('member_status') !== 'active' || cursor >= 47) return undefined;
      const data = { ...page, next_cursor: String(cursor + 1) };
      return { status: 200, body: { data, success: true } };
    };
    await poll();
    expect(program.requests).toHaveLength(50);
    await poll();
    expect(program.requests).toEqual([]);
    expect((await directory.list()).directory.state).toBe('current');
    program.intercept = () => undefined;
    directory.clock.advance(-30);
    await poll();
    expect(program.requests).toHaveLength(3);
    await poll();
    expect(program.requests).toHaveLength(3);
  });

  test('retries a page of a crawl after a pause if its commit fails', async () => {
    await storage.db.execute(sql`
      create function reject_commit() returns trigger language plpgsql as $$
      begin
        raise exception 'rejected';
      end $$`);
    await storage.db.execute(sql`
      create constraint trigger reject_commit after insert on directory_members
      deferrable initially deferred for each row execute function reject_commit()`);
    const accept = () => storage.db.execute(sql`drop function if exists reject_commit cascade`);
    // The lease that the failed transaction wrote differs from the one before.
    program.intercept = () => {
      directory.clock.advance(1);
      return undefined;
    };
    onTestFinished(async () => void (await accept()));
    await directory.update();
    const [state] = await storage.db.select().from(directoryStates);
    expect(state).toMatchObject({ attempts: 1, lastError: expect.any(String) });
    await accept();
    program.intercept = () => undefined;
    directory.clock.advance(10);
    await directory.update();
    expect(await directory.list()).toMatchObject({ total: 5, directory: { state: 'current' } });
  });

  test('keeps members that it cannot read completely, and says how many', async () => {
    const warn = vi.spyOn(directory.dependencies.log, 'warn');
    program.members.set('S-bad', { id: 'S-bad', member_status: 'active' } as Member);
    const strange = { address: 7, first_name: null, member_tags: 'vip', tier_info: [] };
    program.members.set('S-strange', {
      ...{ id: 'S-strange', member_id: 'strange', member_status: 'active' },
      ...(strange as object),
    });
    program.members.set('S-odd', {
      ...{ id: 'S-odd', member_id: 'odd\0', member_status: 'active', first_name: '\ud800' },
    });
    await directory.update();
    const ids = await directory.listIds();
    for (const id of ['odd', 'S-bad', 'strange']) expect(ids).toContain(id);
    expect((await directory.list()).directory).toMatchObject({ state: 'current', incomplete: 2 });
    const logged = { teamId: 1, members: 2 };
    expect(warn).toHaveBeenCalledWith(logged, expect.stringContaining('read completely'));
    // It can be read again.
    const whole = { id: 'S-bad', member_id: 'bad', member_status: 'active' } as const;
    program.members.set('S-bad', { ...whole, last_modified_date: '2026-01-31T10:00:00.000Z' });
    program.members.set('S-strange', { id: 'S-strange', member_id: 'strange' } as Member);
    directory.clock.advance(DAY_SECONDS);
    await poll();
    expect((await directory.list()).directory.incomplete).toBeUndefined();
  });

  test('counts members without any id', async () => {
    program.intercept = (request) => {
      const query = new URL(request.split(' ')[1] ?? '', program.url).searchParams;
      if (query.get('member_status') !== 'active') return undefined;
      const members = [{ id: 'S-1', member_id: 'M-1' }, { first_name: 'Ada' }, null];
      const data = { total: 3, members, more: false, next_cursor: '' };
      return { status: 200, body: { data, success: true } };
    };
    await directory.update();
    expect(await directory.list()).toMatchObject({ total: 1, directory: { incomplete: 2 } });
    program.intercept = () => undefined;
    directory.clock.advance(DAY_SECONDS);
    await poll();
    expect((await directory.list()).directory.incomplete).toBeUndefined();
  });

  test('keeps members of which it can read only the id, and completes its crawl', async () => {
    await directory.update();
    program.members.set('S-0', { id: 'S-0' } as Member);
    program.members.delete('S-1');
    directory.clock.advance(DAY_SECONDS);
    await poll();
    expect(await directory.listIds()).toEqual(['M-2', 'M-3', 'M-4', 'S-0']);
    const [state] = await storage.db.select().from(directoryStates);
    expect(state).toMatchObject({ crawlStartedAt: null, lastError: null });
  });
});
