import styles from './skeleton.module.css';

interface SkeletonProps {
  /** A CSS length; full width by default. */
  readonly width?: string;
  /** In px; a line of text by default. */
  readonly height?: number;
}

/** A placeholder for loading content, at its real size. */
export function Skeleton({ width, height }: SkeletonProps) {
  return (
    <span data-skeleton className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
  );
}
