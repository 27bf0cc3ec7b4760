import styles from './progress-bar.module.css';

interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly max?: number;
}

/** As wide as its container, or as the room left in a row. */
export function ProgressBar({ label, value, max = 1 }: ProgressBarProps) {
  return <progress aria-label={label} className={styles.progress} max={max} value={value} />;
}
