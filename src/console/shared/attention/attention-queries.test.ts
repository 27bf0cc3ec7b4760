import { expect, test } from 'vitest';
import { hasEndedRecently } from './attention-queries.ts';

test('a job that failed needs attention for 7 days', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  expect(hasEndedRecently({ ended_at: '2026-11-15T10:00:01Z' }, now)).toBe(true);
  expect(hasEndedRecently({ ended_at: '2026-11-15T10:00:00Z' }, now)).toBe(false);
  expect(hasEndedRecently({ ended_at: null }, now)).toBe(false);
});
