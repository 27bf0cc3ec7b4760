import { classNames } from '#console/lib/class-names.ts';
import { Card } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import styles from './factor-list.module.css';
import rowStyles from './factor-row.module.css';
import { FactorRow } from './factor-row.tsx';

interface FactorListProps {
  readonly factors: readonly AuthenticationFactor[];
  /** A dialog stands over the list: nothing in it can be reached, by name neither. */
  readonly covered: boolean;
  readonly onDelete: (factor: AuthenticationFactor) => void;
}

/** The person's factors, the oldest first. */
export function FactorList({ factors, covered, onDelete }: FactorListProps) {
  return (
    <Card>
      <ul aria-label="Factors" className={classNames(covered && styles.covered)}>
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} onDelete={onDelete} />
        ))}
      </ul>
    </Card>
  );
}

/** The list while it is being read. */
export function FactorListSkeleton() {
  return (
    <Card>
      <div role="status" aria-label="Loading factors">
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
    </Card>
  );
}
