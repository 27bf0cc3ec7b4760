import { beforeEach, expect, test } from 'vitest';
import { addSeconds } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { messages } from './messages-table.ts';
import { sweepMessages } from './sweep-messages.ts';

describeBothStorages('the sweep of messages', (store) => {
  const clock = createTestClock();
  const message = (to: string, ageDays: number, isWaiting: boolean) => {
    const createdAt = addSeconds(clock.now(), -ageDays * 86_400);
    return {
      channel: 'email' as const,
      to,
      createdAt,
      expiresAt: addSeconds(createdAt, 86_400),
      nextAttemptAt: isWaiting ? clock.now() : null,
    };
  };
  beforeEach(() => store.db.delete(messages));

  test('deletes finished messages older than 30 days, in batches, and nothing else', async () => {
    const old = Array.from({ length: 1_200 }, () => message('old', 31, false));
    await store.db
      .insert(messages)
      .values([message('fresh', 29, false), ...old, message('waiting', 31, true)]);
    expect(await sweepMessages(store.db, clock)).toBe(true);
    expect(await store.db.$count(messages)).toBe(202);
    expect(await sweepMessages(store.db, clock)).toBe(false);
    const left = await store.db.select({ to: messages.to }).from(messages);
    expect(left.map(({ to }) => to).sort()).toEqual(['fresh', 'waiting']);
  });
});
