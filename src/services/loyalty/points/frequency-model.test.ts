import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { SentRule } from '#contract/loyalty/rules.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { addActivity, addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { earnActivity } from './earn-activity.ts';

const RANGES = ['DAY', 'WEEK', 'YEAR', 'LIFETIME'] as const;
type Range = (typeof RANGES)[number];
interface Bound {
  range: Range;
  times: number;
}

/** The name of the range that contains a time, without any arithmetic on bounds. */
function nameOf(range: Range, moment: Date): string {
  switch (range) {
    case 'DAY':
      return moment.toISOString().slice(0, 10);
    case 'WEEK': {
      // A week is named by its Monday.
      const day = new Date(moment);
      while (day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }) !== 'Monday') {
        day.setTime(day.getTime() - 86_400_000);
      }
      return day.toISOString().slice(0, 10);
    }
    case 'YEAR':
      return moment.toISOString().slice(0, 4);
    case 'LIFETIME':
      return 'always';
  }
}

/** Whether another one counts after those that counted. */
function mayCount(bounds: readonly Bound[], counted: readonly Date[], now: Date): boolean {
  return bounds.every(
    ({ range, times }) =>
      counted.filter((moment) => nameOf(range, moment) === nameOf(range, now)).length < times,
  );
}

const toRule = ({ range, times }: Bound): SentRule => ({
  rule_type: 'Frequency',
  is_active: true,
  is_archived: false,
  conditions: [{ frequency_value: String(times), frequency_range: range }],
});

describeBothStorages('frequency rules', (storage) => {
  let program: Program;
  let serial = 0;
  beforeAll(async () => {
    ({ program } = await createProgram(storage.db));
    await addMembers(storage.db, program.id, [{ memberId: 'M-1' }]);
  });

  test('let an activity count as often as a calendar model', async () => {
    const bounds = fc.uniqueArray(
      fc.record({ range: fc.constantFrom(...RANGES), times: fc.integer({ min: 1, max: 4 }) }),
      { selector: ({ range }) => range, minLength: 1, maxLength: 4 },
    );
    // The number of concurrent attempts, and the hours until the next ones: minutes to most of a year.
    const bursts = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(0.1, 7, 13, 26, 100, 170, 5_000)),
      { minLength: 3, maxLength: 10 },
    );
    const beginning = fc
      .date({ min: new Date('2025-12-20'), max: new Date('2027-01-10'), noInvalidDate: true })
      .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000));
    await fc.assert(
      fc.asyncProperty(beginning, bounds, bursts, async (start, bound, history) => {
        serial += 1;
        const activityId = `activity-${serial}`;
        await addActivity(storage.db, program.id, { activityId, rulesConfig: bound.map(toRule) });
        const clock = createTestClock(start);
        const earn = () =>
          storage.db.transaction((tx) =>
            earnActivity(tx, program, { memberId: 'M-1', activityId, quantity: 1 }, clock.now()),
          );
        const counted: Date[] = [];
        for (const [tries, hours] of history) {
          let expected = 0;
          for (let n = 0; n < tries; n += 1) {
            if (!mayCount(bound, counted, clock.now())) break;
            counted.push(clock.now());
            expected += 1;
          }
          const earned = await Promise.all(Array.from({ length: tries }, earn));
          expect(earned.filter(({ points }) => points > 0).length).toBe(expected);
          clock.advance(hours * 3600);
        }
      }),
      { numRuns: propertyRuns(25) },
    );
  }, 60_000);
});
