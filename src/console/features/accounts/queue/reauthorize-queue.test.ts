import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '#contract/advocacy/accounts.ts';
import {
  beginAttempt,
  countItems,
  createQueue,
  currentItem,
  loadQueue,
  retryUnfinished,
  settleItem,
  settleLate,
  skipItem,
  stopQueue,
  storeQueue,
} from './reauthorize-queue.ts';

describe('the reauthorize queue', () => {
  const entries = new Map<string, string>();
  beforeEach(() => {
    entries.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
      removeItem: (key: string) => entries.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('goes from one account to the next, whatever the outcome', () => {
    let queue = createQueue(['1', '2', '3']);
    expect(currentItem(queue)?.accountId).toBe('1');
    queue = settleItem(queue, '1', { state: 'done' });
    queue = settleItem(queue, '2', { state: 'failed', reason: 'Denied' });
    expect(currentItem(queue)?.accountId).toBe('3');
    queue = settleItem(queue, '3', { state: 'skipped' });
    expect(currentItem(queue)).toBeUndefined();
    expect(countItems(queue, 'done')).toBe(1);
    expect(retryUnfinished(queue)).toEqual(createQueue(['2', '3']));
  });

  test('says at the end which accounts failed, were skipped and were not tried', () => {
    const reason = "LinkedIn didn't give access.";
    let queue = createQueue(['1', '2', '3', '4']);
    queue = skipItem(queue, '1');
    queue = settleItem(queue, '2', { state: 'waiting', reason });
    queue = skipItem(queue, '2');
    queue = settleItem(queue, '3', { state: 'waiting', reason });
    expect(currentItem(queue)?.accountId).toBe('3');
    expect(stopQueue(queue)).toEqual([
      { accountId: '1', state: 'skipped' },
      { accountId: '2', state: 'failed', reason },
      { accountId: '3', state: 'failed', reason },
      { accountId: '4', state: 'untried' },
    ]);
  });

  test('accepts what was authorized in a window that a reload lost', () => {
    const account = (id: string, updatedAt: string) =>
      ({ id, attributes: { updated_at: updatedAt } }) as Account;
    const queue = beginAttempt(createQueue(['1', '2']), account('1', '2026-01-01'));
    expect(settleLate(queue, [account('1', '2026-01-01'), account('2', '2026-01-02')])).toBe(queue);
    const settled = settleLate(skipItem(queue, '1'), [account('1', '2026-01-02')]);
    expect(countItems(settled, 'done')).toBe(1);
    expect(currentItem(settled)?.accountId).toBe('2');
  });

  test.each(['{', '[{"accountId":1}]'])('that was stored as %s is forgotten', (stored) => {
    storeQueue('1', createQueue(['1']));
    for (const key of entries.keys()) entries.set(key, stored);
    expect(loadQueue('1')).toBeUndefined();
  });

  test('is the same after a reload, for its team only', () => {
    const queue = settleItem(createQueue(['1', '2']), '1', { state: 'done' });
    storeQueue('7', queue);
    expect(loadQueue('7')).toEqual(queue);
    expect(loadQueue('8')).toBeUndefined();
    storeQueue('7', undefined);
    expect(loadQueue('7')).toBeUndefined();
  });
});
