import styles from './spinner.module.css';

/** A turning ring in the colour of the text; whoever shows it says in words what is under way. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
