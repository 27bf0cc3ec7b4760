import { Card, CardSection } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './account-details.module.css';

/** Holds the place of an account while it is being read. */
export function AccountPageSkeleton() {
  return (
    <div className={styles.columns} aria-busy="true">
      <Card>
        <CardSection>
          <Skeleton height={160} />
        </CardSection>
      </Card>
      <Card>
        <CardSection>
          <Skeleton height={240} />
        </CardSection>
      </Card>
    </div>
  );
}
