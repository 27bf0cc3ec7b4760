import { LockOpen } from 'lucide-react';
import { Badge } from '#console/ui/badge.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import styles from './step-up-chip.module.css';

/** Says for how long the password counts as confirmed. @param until in ms since 1970 */
export function ElevationChip({ until }: { readonly until: number }) {
  const now = useNow();
  const minutes = Math.max(1, Math.round((until - now.getTime()) / 60_000));
  return (
    <Badge round>
      <LockOpen />
      <span>
        <span className={styles.what}>Confirmed, </span>
        {minutes} min left
      </span>
    </Badge>
  );
}
