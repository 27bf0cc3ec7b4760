import { expect, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import { jobSentence } from './job-sentence.ts';

const job: Job = {
  id: '1',
  kind: 'change',
  state: 'done',
  created_by: { id: '1', name: 'ada@patron.test' },
  file_name: null,
  created_at: '2026-01-31T12:00:00.000Z',
  started_at: '2026-01-31T12:00:00.000Z',
  ended_at: null,
  total: 10,
  done: 10,
  failed: 0,
  changed: 10,
  skipped: 0,
  reasons: [],
  progress: 1,
  summary: {},
  revision: 1,
  undone_by: null,
  error: null,
};

const points = (count: number) => ({ change: { points: { points: count, reason: 'Goodwill' } } });
const skipped = (reason: string, count: number) => ({
  changed: 490,
  skipped: count,
  reasons: [{ reason, result: 'skipped', count }],
});
const tag = { summary: { change: { add_tags: ['vip'] } } };

test.each([
  [{ kind: 'export', changed: 0 }, 'Exported 10 members'],
  [{ kind: 'delete', changed: 1 }, 'Deleted 1 member'],
  [{ kind: 'import', file_name: 'may.csv' }, 'Imported 10 members from may.csv'],
  [{ summary: { change: { add_tags: ['vip', 'new'] } } }, 'Added “vip”, “new” to 10 members'],
  [{ summary: { change: { remove_tags: ['vip'] } } }, 'Removed “vip” from 10 members'],
  [
    { summary: { change: { status: 'opted_out' } } },
    'Changed the status of 10 members to opted out',
  ],
  [{ summary: points(1500) }, 'Added 1,500 points to 10 members'],
  [{ summary: points(-1) }, 'Deducted 1 point from 10 members'],
  [{ summary: { change: { custom_attributes: { size: 42 } } } }, 'Set size to 42 for 10 members'],
  [
    { summary: { change: { subscription: 'unsubscribed' } } },
    'Changed the email subscription of 10 members to unsubscribed',
  ],
  [{ summary: { change: { tier_id: '7' } } }, 'Changed the tier of 10 members to Gold'],
  [{ summary: { change: { tier_id: '8' } } }, 'Changed the tier of 10 members'],
  [{ summary: { change: { add_tags: ['vip'], status: 'active' } } }, 'Changed 10 members'],
  [{ summary: { ...tag.summary, undo_of: '1' } }, 'Undid “Add tags: vip” for 10 members'],
  [{ summary: { undo_of: '1' } }, 'Undid the points of an import for 10 members'],
  [
    { summary: points(-500), ...skipped('Too few points', 517) },
    'Deducted 500 points from 490 members; 517 had too few',
  ],
  [
    { ...tag, ...skipped('Has the tag already', 1), failed: 2 },
    'Added “vip” to 490 members; 1 had it already; 2 failed',
  ],
  [
    {
      ...tag,
      changed: 0,
      skipped: 3,
      reasons: [
        { reason: 'Has the tag already', result: 'skipped', count: 2 },
        { reason: 'This member was deleted already', result: 'skipped', count: 1 },
      ],
    },
    'Added “vip” to no members; 3 were skipped',
  ],
  [{ ...tag, state: 'running' }, 'Adding “vip” to 10 members'],
  [{ ...tag, state: 'queued' }, 'Add “vip” to 10 members'],
  [{ ...tag, state: 'cancelled', changed: 4 }, 'Added “vip” to 4 members, then stopped'],
  [{ ...tag, state: 'failed', changed: 4 }, 'Added “vip” to 4 members, then failed'],
  // Of a version that didn't count what changed.
  [
    { ...tag, changed: null, skipped: null, reasons: null, failed: 1 },
    'Added “vip” to 9 members; 1 failed',
  ],
  [
    {
      kind: 'import',
      state: 'checked',
      started_at: null,
      file_name: 'may.csv',
      summary: { create: 2, update: 1 },
    },
    '3 members ready to import from may.csv',
  ],
  [
    {
      kind: 'import',
      state: 'checked',
      started_at: null,
      file_name: 'may.csv',
      summary: { same: 2 },
    },
    'Nothing to import from may.csv',
  ],
  [{ kind: 'import', state: 'cancelled', started_at: null }, 'Discarded a file'],
] as const)('the sentence of %j is "%s"', (changes, text) => {
  const tierNames = new Map([['7', 'Gold']]);
  expect(jobSentence({ ...job, ...changes } as Job, tierNames)).toBe(text);
});
