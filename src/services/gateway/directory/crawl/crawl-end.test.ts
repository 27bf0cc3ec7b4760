import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { member } from '#services/gateway/testing/directory-model.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

interface ListPage {
  members: string[];
  more?: boolean;
  next_cursor?: string | number;
}

describeBothStorages('the end of a list of another service', (storage) => {
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await startDirectory(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([]);
    await deleteLoyaltyConnection(storage.db, 1);
    await directory.connect(1, program.url);
    return () => program.close();
  });
  afterAll(() => directory?.close());

  /** Lists active members by cursor; the first page has none. */
  function servePages(pages: Record<string, ListPage>): void {
    program.intercept = (request) => {
      const url = new URL(request.split(' ')[1] ?? '', program.url);
      if (!url.pathname.endsWith('/loyalty/members')) return undefined;
      if (url.searchParams.get('member_status') !== 'active') return undefined;
      const { members, ...page } = pages[url.searchParams.get('start_cursor') ?? ''] ?? {
        members: [],
        more: false,
      };
      const data = { ...page, total: 3, members: members.map((id) => member({ member_id: id })) };
      return { status: 200, body: { data, success: true } };
    };
  }
  const list = async () => {
    const { data, directory: status } = await directory.list();
    return { ids: data.map(({ member_id }) => member_id), status };
  };

  test('comes after an empty page that has more', async () => {
    servePages({
      '': { members: [], more: true, next_cursor: 'a' },
      a: { members: ['1'], more: true, next_cursor: 'b' },
      b: { members: [], more: true, next_cursor: 'c' },
      c: { members: ['2'], more: false, next_cursor: 'd' },
    });
    await directory.update();
    expect(await list()).toMatchObject({ ids: ['1', '2'], status: { state: 'current' } });
  });

  test('comes after cursors that are numbers', async () => {
    servePages({
      '': { members: ['1'], more: true, next_cursor: 1_000 },
      '1000': { members: ['2'], more: false },
    });
    await directory.update();
    expect(await list()).toMatchObject({ ids: ['1', '2'], status: { state: 'current' } });
  });

  test.each([
    ['without a cursor', { members: ['1'], more: true }, 'cursor_missing'],
    ['with the same cursor', { members: ['1'], more: true, next_cursor: 'a' }, 'cursor_repeated'],
    ['with an empty page and no cursor', { members: [], more: true }, 'cursor_missing'],
  ])('is not reached %s although there are more', async (_what, page, reason) => {
    servePages({ '': { members: ['0'], more: true, next_cursor: 'a' }, a: page });
    await directory.update();
    const { status, ids } = await list();
    expect(ids).toContain('0');
    expect(status).toMatchObject({ state: 'stale', reason });
    directory.clock.advance(60);
    await directory.update();
    expect((await list()).status).toMatchObject({ state: 'stale', reason });

    servePages({ '': { members: ['0', '1'], more: false } });
    directory.clock.advance(DAY_SECONDS);
    await directory.update();
    expect((await list()).status).toEqual({
      state: 'current',
      progress: 1,
      as_of: directory.clock.now().toISOString(),
    });
  });
});
