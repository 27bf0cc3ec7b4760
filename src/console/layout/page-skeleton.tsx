import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './page-skeleton.module.css';

/** Shown while the code of a page is loading. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="160px" height={30} />
      <Skeleton width="320px" height={20} />
    </div>
  );
}
