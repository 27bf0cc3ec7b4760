import { classNames } from '#console/lib/class-names.ts';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { isUnreadable, UnreadableLabel } from '#console/ui/table/unreadable/unreadable-row.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import styles from './factor-list.module.css';
import rowStyles from './factor-row.module.css';
import { FactorRow } from './factor-row.tsx';

interface FactorListProps {
  /** Oldest first. */
  readonly factors: readonly AuthenticationFactor[];
  /** A dialog is open over the list: hide the buttons, also from being found by name. */
  readonly isCovered: boolean;
  /** The accessible name. */
  readonly label: string;
  readonly onDelete: (factor: AuthenticationFactor) => void;
}

export function FactorList({ factors, isCovered, label, onDelete }: FactorListProps) {
  return (
    <ul aria-label={label} className={classNames(styles.list, isCovered && styles.covered)}>
      {factors.map((factor) =>
        isUnreadable(factor) ? (
          <li key={factor.id} className={styles.unreadable}>
            <UnreadableLabel item={factor} />
          </li>
        ) : (
          <FactorRow key={factor.id} factor={factor} onDelete={onDelete} />
        ),
      )}
    </ul>
  );
}

export function FactorListSkeleton() {
  return (
    <div role="status" aria-label="Loading your methods" className={styles.list}>
      {['first', 'second'].map((key) => (
        <div key={key} className={rowStyles.row}>
          <Skeleton width="36px" height={36} />
          <div className={styles.placeholder}>
            <Skeleton width="160px" />
            <Skeleton width="104px" />
          </div>
          <Skeleton width="72px" />
        </div>
      ))}
    </div>
  );
}
