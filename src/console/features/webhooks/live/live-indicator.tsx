import { Pause, Play } from 'lucide-react';
import { Button } from '#console/ui/button/button.tsx';
import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';
import type { LiveStatus } from './live-inbox.ts';
import styles from './live-indicator.module.css';

const STATUSES: Readonly<Record<LiveStatus, { tone: StatusTone; words: string }>> = {
  connecting: { tone: 'off', words: 'Connecting' },
  live: { tone: 'good', words: 'Live' },
  reconnecting: { tone: 'soon', words: 'Reconnecting' },
  refused: { tone: 'broken', words: 'Not live: you may no longer read this inbox' },
};

interface LiveIndicatorProps {
  readonly status: LiveStatus;
  readonly paused: boolean;
  readonly onPause: (paused: boolean) => void;
}

/** Whether the list shows what comes in, and the way to stop that for a while. */
export function LiveIndicator({ status, paused, onPause }: LiveIndicatorProps) {
  const { tone, words } = paused && status === 'live' ? PAUSED : STATUSES[status];
  return (
    <div className={styles.live}>
      <span role="status">
        <StatusDot tone={tone}>{words}</StatusDot>
      </span>
      <Button
        variant="ghost"
        size="small"
        icon={paused ? <Play /> : <Pause />}
        onClick={() => onPause(!paused)}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
    </div>
  );
}

const PAUSED = { tone: 'off', words: 'Paused' } as const;
