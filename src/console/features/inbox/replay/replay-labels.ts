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
