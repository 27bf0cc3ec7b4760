import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createJobSchema, JOB_IDS_MAX } from './job.ts';

const change = (given: object) => ({ kind: 'change', selection: { filter: {} }, change: given });
const select = (selection: object) => ({ kind: 'delete', selection });
const attribute = (name: string, value: unknown) =>
  change({ custom_attributes: { [name]: value } });

test.each([
  ['a forbidden attribute', attribute('constructor', 'x'), 'change.custom_attributes'],
  [
    'attributes of more than 64 KB',
    attribute('size', 'é'.repeat(40_000)),
    'change.custom_attributes',
  ],
  ['an attribute that is an object', attribute('size', {}), 'change.custom_attributes.size'],
  ['no attributes', change({ custom_attributes: {} }), 'change.custom_attributes'],
  ['no tags', change({ add_tags: [] }), 'change.add_tags'],
  ['no change', change({}), 'change'],
  ['points without a reason', change({ points: { points: 5 } }), 'change.points.reason'],
  [
    'points and another change',
    change({ status: 'active', points: { points: 5, reason: 'Goodwill' } }),
    'change',
  ],
  ['ids and a filter', select({ ids: ['1'], filter: {} }), 'selection'],
  ['neither ids nor a filter', select({ expected: 1 }), 'selection'],
  ['too many ids', select({ ids: Array(JOB_IDS_MAX + 1).fill('1') }), 'selection.ids'],
])('a job with %s is rejected', (_, data, path) => {
  const issues = z.safeParse(createJobSchema, { data }).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.slice(1).join('.'))).toEqual([path]);
});

test('the errors of a selection say what is wrong', () => {
  const messageOf = (selection: object) =>
    z.safeParse(createJobSchema, { data: select(selection) }).error?.issues[0]?.message;
  expect(messageOf({ ids: ['1'], filter: {} })).toBe('Must have either ids or a filter');
  expect(messageOf({ ids: Array(JOB_IDS_MAX + 1).fill('1') })).toBe('At most 10000 ids');
});
