import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import type { InboxReplay } from '#contract/gateway/inbox-replays.ts';

export function replayOutcome({ state, total, replayed, failed }: InboxReplay): string {
  const done =
    state === 'stopped'
      ? `Stopped: ${formatNumber(replayed)} of ${formatCount(total, 'event was', 'events were')} replayed.`
      : `${formatCount(replayed, 'event was', 'events were')} replayed.`;
  const rest = state === 'stopped' && replayed < total ? ' The rest were not replayed.' : '';
  return `${done}${rest}${failed > 0 ? ` ${formatNumber(failed)} failed.` : ''}`;
}

interface ReplayableEvents {
  /** Undefined while they are counted. */
  readonly count: number | undefined;
  /** How many of them were replayed before; undefined if that isn't known. */
  readonly replayed: number | undefined;
  /** Whether they are the events of the list, or all since a time. */
  readonly hasFilters: boolean;
}

/** "8 replayable events since then. 1 was already replayed." */
export function describeReplayable({ count, replayed = 0, hasFilters }: ReplayableEvents): string {
  if (count === undefined) return '';
  const where = hasFilters ? 'in this list' : 'since then';
  if (count === 0) return `No replayable events ${where}.`;
  const events = `${formatCount(count, 'replayable event')} ${where}.`;
  if (replayed === 0) return events;
  if (replayed < count) {
    return `${events} ${formatCount(replayed, 'was', 'were')} already replayed.`;
  }
  return `${events} ${count === 1 ? 'It was' : 'All were'} already replayed.`;
}
