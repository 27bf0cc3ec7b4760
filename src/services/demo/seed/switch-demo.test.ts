import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { lockDemo } from './switch-demo.ts';

describeBothStorages('the lock of the demo data', (storage) => {
  test('can be waited for longer than a statement may take', async () => {
    const order: string[] = [];
    const locked = Promise.withResolvers<void>();
    const first = storage.db.transaction(async (tx) => {
      await lockDemo(tx);
      locked.resolve();
      // Time is the subject here: three times as long as the second's statements may take.
      await sleep(300);
      order.push('first');
    });
    await locked.promise;
    const second = storage.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 100`);
      await lockDemo(tx);
      order.push('second');
    });
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });
});
