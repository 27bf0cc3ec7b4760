import { expect, test } from 'vitest';
import { addSeconds } from '#services/platform/clock.ts';
import { one } from '#services/platform/database/one.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { releaseClaims } from './release-claims.ts';

describeBothStorages('claims of a killed process', (store) => {
  test('are released on the embedded database only', async () => {
    const clock = createTestClock();
    const [now, leaseEnd] = [clock.now(), addSeconds(clock.now(), 60)];
    await store.db.insert(messages).values({
      ...{ channel: 'email', to: 'ada@brand.test', createdAt: now, expiresAt: now },
      nextAttemptAt: leaseEnd,
    });
    await releaseClaims(store.storage, clock);
    const { nextAttemptAt } = one(await store.db.select().from(messages));
    expect(nextAttemptAt).toEqual(store.storage.kind === 'embedded' ? now : leaseEnd);
  });
});
