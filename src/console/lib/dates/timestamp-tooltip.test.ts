import { expect, test } from 'vitest';
import { timestampTooltip } from './timestamp-tooltip.ts';

test('timestampTooltip shows local time, UTC and the received value', () => {
  const lines = timestampTooltip('2024-03-04T14:05:09.123Z').split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Mar 4, 2024');
  expect(lines.slice(1)).toEqual([
    '2024-03-04 14:05:09 UTC',
    'Received as 2024-03-04T14:05:09.123Z',
  ]);
});
