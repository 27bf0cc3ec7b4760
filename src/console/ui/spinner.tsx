import styles from './spinner.module.css';

/** A spinning ring in the text color. Hidden from screen readers: say in text what is loading. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
