import { expect, test } from 'vitest';
import { deviceViews, moveViews } from './saved-views-store.ts';

const GOLD = { id: '1', name: 'Gold', search: 'tier=3' };
const BLOCKED = { id: '2', name: 'Blocked', search: 'status=blocked' };
const { signal } = new AbortController();

/** Views in memory, in place of localStorage. */
function createStore(views: readonly object[]) {
  let stored: string | null = JSON.stringify(views);
  const write = (value: string | null) => {
    stored = value;
  };
  return { store: deviceViews({ read: () => stored, write }), stored: () => stored };
}
const withoutIds = (views: readonly object[]) => views.map((view) => ({ ...view, id: undefined }));

test('moveViews moves all views', async () => {
  const { store: device, stored } = createStore([GOLD, BLOCKED]);
  const { store: account } = createStore([]);
  await moveViews(device, account, signal);
  expect(withoutIds(await account.list())).toEqual(withoutIds([GOLD, BLOCKED]));
  expect(stored()).toBeNull();
});

test('moveViews keeps what the account has, and both views of one name', async () => {
  const { store: device } = createStore([GOLD, BLOCKED]);
  const { store: account } = createStore([GOLD, { ...BLOCKED, search: 'status=opted_out' }]);
  await moveViews(device, account, signal);
  const names = (await account.list()).map(({ name, search }) => [name, search]);
  expect(names).toEqual([
    ['Gold', 'tier=3'],
    ['Blocked', 'status=opted_out'],
    ['Blocked 2', 'status=blocked'],
  ]);
});

test('moveViews leaves the views that it could not move', async () => {
  const { store: device } = createStore([GOLD, BLOCKED]);
  const { store } = createStore([]);
  const create: typeof store.create = (view) =>
    view.name === 'Blocked' ? Promise.reject(new Error('full')) : store.create(view);
  await expect(moveViews(device, { ...store, create }, signal)).rejects.toThrow('full');
  expect(await device.list()).toEqual([BLOCKED]);
  await moveViews(device, store, signal);
  expect(await store.list()).toHaveLength(2);
});
