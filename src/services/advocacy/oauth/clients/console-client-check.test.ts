import { expect, test } from 'vitest';
import { createLog } from '#services/platform/log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { registerConsoleClient } from './console-client.ts';
import { createConsoleClientCheck } from './console-client-check.ts';

const OLD = 'https://old.example.com';
const NEW = 'https://new.example.com';

describeBothStorages('processes with different public URLs on one database', (store) => {
  function check(publicUrl: string) {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    return { run: createConsoleClientCheck({ db: store.db, log, publicUrl }), lines };
  }

  test('the earlier one logs an error once, and again if the problem returns', async () => {
    const [first, last] = [check(OLD), check(NEW)];
    await registerConsoleClient(store.db, [OLD]);
    await first.run();
    await registerConsoleClient(store.db, [NEW, 'http://localhost:5173']);
    for (let time = 0; time < 3; time += 1) {
      await first.run();
      await last.run();
    }
    expect(last.lines).toEqual([]);
    expect(first.lines).toHaveLength(1);
    expect(JSON.parse(first.lines[0] ?? '')).toMatchObject({
      level: 'error',
      publicUrl: OLD,
      registered: [NEW, 'http://localhost:5173'],
      msg: expect.stringContaining('a different PATRON_PUBLIC_URL'),
    });

    await registerConsoleClient(store.db, [OLD]);
    await first.run();
    await registerConsoleClient(store.db, [NEW]);
    await first.run();
    expect(first.lines).toHaveLength(2);
  });
});
