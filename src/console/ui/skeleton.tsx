import styles from './skeleton.module.css';

interface SkeletonProps {
  /** Any CSS length; the whole line where it is left out. */
  readonly width?: string;
  /** In px; 12 is a line of text. */
  readonly height?: number;
}

/** Holds the place of something that is being read, at its real size. */
export function Skeleton({ width, height }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}
