import { expect, test } from 'vitest';
import type { Person } from '#contract/people/people.ts';
import { peopleCsv } from './people-csv.ts';

const ADA: Person = {
  id: '1',
  kind: 'user',
  email: 'ada@brand.test',
  name: 'Marsh, "Ada"',
  role: 'Administrator',
  administrator: true,
  expires_at: null,
  joined_at: '2026-11-01T10:00:00.000Z',
  second_step: 'code',
  last_active_at: null,
};

test('a file of people has a line for each, and no name is a formula', async () => {
  const formula: Person = { ...ADA, name: '=1+1', group: 'Marketing', second_step: 'none' };
  const text = await peopleCsv([ADA, formula]).text();
  expect(text.split('\r\n')).toEqual([
    'Name,Email,Role,Role by group,Last active,Second step,Joined,Invitation expires',
    '"Marsh, ""Ada""",ada@brand.test,Administrator,,,On,2026-11-01T10:00:00.000Z,',
    "'=1+1,ada@brand.test,Administrator,Marketing,,Off,2026-11-01T10:00:00.000Z,",
    '',
  ]);
});
