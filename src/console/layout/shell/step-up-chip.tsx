import { LockOpen, X } from 'lucide-react';
import { useStepUp, useStepUpState } from '#console/session/session-context.ts';
import { Badge } from '#console/ui/badge.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import styles from './step-up-chip.module.css';

/** Shows how long the password still counts as confirmed, and ends it. */
export function StepUpChip() {
  const { confirmedUntil } = useStepUpState();
  return confirmedUntil === undefined ? null : <Countdown until={confirmedUntil} />;
}

/** @param until in ms since 1970 */
function Countdown({ until }: { readonly until: number }) {
  const stepUp = useStepUp();
  const now = useNow();
  const minutes = Math.max(1, Math.round((until - now.getTime()) / 60_000));
  return (
    <Badge round>
      <LockOpen />
      <span>
        <span className={styles.what}>Confirmed, </span>
        {minutes} min<span className={styles.what}> left</span>
      </span>
      <button
        type="button"
        title="The next sensitive change asks for your password again"
        className={styles.end}
        onClick={stepUp.end}
      >
        <X className={styles.cross} />
        <span className={styles.what}>End now</span>
      </button>
    </Badge>
  );
}
