import { Pause, Play } from 'lucide-react';
import type { LiveStatus } from '#console/shared/live/follow-stream.ts';
import { Button } from '#console/ui/button/button.tsx';
import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';
import styles from './live-indicator.module.css';

const STATUSES: Readonly<Record<LiveStatus, { tone: StatusTone; label: string }>> = {
  connecting: { tone: 'off', label: 'Connecting' },
  live: { tone: 'good', label: 'Live' },
  reconnecting: { tone: 'soon', label: 'Reconnecting' },
  forbidden: { tone: 'broken', label: 'Not live: you no longer have access to this inbox' },
};

interface LiveIndicatorProps {
  readonly status: LiveStatus;
  readonly paused: boolean;
  readonly onPause: (paused: boolean) => void;
}

/** Whether the list is live, with a button to pause it. */
export function LiveIndicator({ status, paused, onPause }: LiveIndicatorProps) {
  const { tone, label } = paused && status === 'live' ? PAUSED : STATUSES[status];
  return (
    <div className={styles.live}>
      <span role="status">
        <StatusDot tone={tone}>{label}</StatusDot>
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

const PAUSED = { tone: 'off', label: 'Paused' } as const;
