import styles from './mark.module.css';

interface MarkProps {
  /** Height in px. */
  readonly size?: number;
}

/** Patron's logo: two overlapping circles. Decorative: the name is beside it. */
export function Mark({ size = 16 }: MarkProps) {
  return (
    <svg
      className={styles.mark}
      width={size * 1.375}
      height={size}
      viewBox="0 0 22 16"
      aria-hidden="true"
    >
      <circle cx="14" cy="8" r="8" opacity="0.45" />
      <circle cx="8" cy="8" r="8" />
    </svg>
  );
}
