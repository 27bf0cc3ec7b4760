import { describe, expect, test } from 'vitest';
import type { InboxReplay } from '#contract/gateway/inbox-replays.ts';
import { describeReplayable, replayOutcome } from './replay-labels.ts';

const replay = (facts: Partial<InboxReplay>): InboxReplay => ({
  id: '1',
  until: null,
  event_type: null,
  member_id: null,
  event_state: null,
  since: '2026-11-21T12:00:00.000Z',
  total: 1200,
  replayed: 1200,
  failed: 0,
  state: 'finished',
  started_at: '2026-11-21T13:00:00.000Z',
  ended_at: '2026-11-21T13:00:09.000Z',
  ...facts,
});

describe('replay outcome', () => {
  test.each<[Partial<InboxReplay>, string]>([
    [{}, '1,200 events were replayed.'],
    [{ total: 1, replayed: 1 }, '1 event was replayed.'],
    [{ failed: 3 }, '1,200 events were replayed. 3 failed.'],
    [
      { state: 'stopped', replayed: 300 },
      'Stopped: 300 of 1,200 events were replayed. The rest were not replayed.',
    ],
    [
      { state: 'stopped', replayed: 300, failed: 2 },
      'Stopped: 300 of 1,200 events were replayed. The rest were not replayed. 2 failed.',
    ],
    [{ state: 'stopped' }, 'Stopped: 1,200 of 1,200 events were replayed.'],
    [
      { state: 'stopped', total: 1, replayed: 0 },
      'Stopped: 0 of 1 event was replayed. The rest were not replayed.',
    ],
  ])('summarizes %j', (facts, outcome) => {
    expect(replayOutcome(replay(facts))).toBe(outcome);
  });
});

describe('replayable events', () => {
  test.each([
    [{ count: undefined, replayed: 2 }, ''],
    [{ count: 0, replayed: 0 }, 'No replayable events since then.'],
    [{ count: 8, replayed: undefined }, '8 replayable events since then.'],
    [{ count: 8, replayed: 0 }, '8 replayable events since then.'],
    [{ count: 8, replayed: 1 }, '8 replayable events since then. 1 was already replayed.'],
    [{ count: 8, replayed: 3 }, '8 replayable events since then. 3 were already replayed.'],
    [{ count: 8, replayed: 8 }, '8 replayable events since then. All were already replayed.'],
    [{ count: 1, replayed: 1 }, '1 replayable event since then. It was already replayed.'],
  ])('are described for %j', (events, text) => {
    expect(describeReplayable({ ...events, hasFilters: false })).toBe(text);
  });

  test('of a list are described as such', () => {
    const events = { count: 2, replayed: 0, hasFilters: true };
    expect(describeReplayable(events)).toBe('2 replayable events in this list.');
  });
});
