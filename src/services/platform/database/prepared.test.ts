import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { prepared } from './prepared.ts';

test('a prepared query is built once per database', () => {
  let built = 0;
  const query = prepared(() => ({ serial: ++built }));
  const [one, other] = [drizzle.mock(), drizzle.mock()];
  expect([query(one), query(other), query(one)]).toEqual([
    { serial: 1 },
    { serial: 2 },
    { serial: 1 },
  ]);
});
