import { formatCount, formatNumber } from '#console/lib/format-number.ts';
import type { InboxReplay } from '#contract/gateway/inbox-replays.ts';

/** What came of a replay that has ended, with what was really done. */
export function replayOutcome({ state, total, replayed, failed }: InboxReplay): string {
  const done =
    state === 'stopped'
      ? `Stopped: ${formatNumber(replayed)} of ${formatCount(total, 'event was', 'events were')} replayed.`
      : `${formatCount(replayed, 'event was', 'events were')} replayed.`;
  const others = state === 'stopped' && replayed < total ? ' The others are as they were.' : '';
  return `${done}${others}${failed > 0 ? ` ${formatNumber(failed)} failed.` : ''}`;
}
