import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ExclusivePglite, type Turns } from './exclusive-pglite.ts';

let passed: string[] = [];
let broken = 0;
let pglite: ExclusivePglite;

const turns: Turns = {
  statement(run) {
    passed.push('statement');
    return run();
  },
  transaction(run, exclusively) {
    passed.push('transaction');
    return exclusively(run);
  },
};

beforeAll(async () => {
  pglite = new ExclusivePglite({}, turns, () => {
    broken += 1;
  });
  await pglite.waitReady;
  await pglite.exec('create table notes (text text)');
}, 60_000);
afterAll(() => pglite.close());
beforeEach(async () => {
  [passed, broken] = [[], 0];
  await pglite.exec('delete from notes');
  passed = [];
});

/** The number of rows, and an error if the connection is in a failed transaction. */
async function countNotes(): Promise<unknown> {
  const { rows } = await pglite.query('select count(*)::int as count from notes');
  return (rows[0] as { count: number }).count;
}

describe('the turns of PGlite', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['query', () => pglite.query('select 1')],
    ['sql', () => pglite.sql`select 1`],
    ['exec', () => pglite.exec('select 1')],
    ['describeQuery', () => pglite.describeQuery('select 1')],
    ['listen', () => pglite.listen('notes', () => undefined)],
  ])('are a transaction and a statement for %s', async (_name, run) => {
    await run();
    expect(passed).toEqual(['transaction', 'statement']);
  });

  test('are a transaction and each of its statements, with begin and commit', async () => {
    await pglite.transaction(async (tx) => {
      await tx.query('select 1');
      await tx.exec('select 1');
    });
    expect(passed).toEqual(['transaction', ...Array(4).fill('statement')]);
  });

  test('are a statement for what runs exclusively, as a copy of the files does', async () => {
    await pglite.runExclusive(async () => undefined);
    expect(passed).toEqual(['statement']);
  });
});

describe('the connection of PGlite', () => {
  test('is outside of a transaction after one that a statement began', async () => {
    await pglite.exec('begin');
    await pglite.exec("insert into notes values ('kept')");
    await expect(pglite.exec('begin; select 1 / 0')).rejects.toThrow('division by zero');
    expect(await countNotes()).toBe(1);
    expect(broken).toBe(0);
  });

  test('is outside of a transaction after one whose rollback failed', async () => {
    const { execProtocolStream } = ExclusivePglite.prototype;
    const failed = pglite.transaction(async (tx) => {
      await tx.exec("insert into notes values ('lost')");
      // The statement that PGlite sends for a rollback fails once.
      pglite.execProtocolStream = async () => {
        pglite.execProtocolStream = execProtocolStream;
        throw new Error('out of memory');
      };
      throw new Error('wrong');
    });
    await expect(failed).rejects.toThrow('out of memory');
    expect(await countNotes()).toBe(0);
    await pglite.transaction((tx) => tx.exec("insert into notes values ('kept')"));
    expect(await countNotes()).toBe(1);
    expect(broken).toBe(0);
  });

  test('is reported once as broken if its transaction can not be ended, and rejects what waits for it', async () => {
    const work = pglite.transaction(async (tx) => {
      Object.assign(pglite.Module, {
        _PostgresSendReadyForQueryIfNecessary() {
          throw new Error('memory access out of bounds');
        },
      });
      await tx.exec('select 1');
    });
    const waiting = pglite.query('select 1');
    await expect(work).rejects.toThrow('memory access out of bounds');
    await expect(waiting).rejects.toMatchObject({ code: '57P03' });
    expect(broken).toBe(1);
  });
});
