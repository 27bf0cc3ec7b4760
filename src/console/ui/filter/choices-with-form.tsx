import type { ReactNode } from 'react';
import styles from './choices-with-form.module.css';

interface ChoicesWithFormProps {
  /** The common values of a filter. */
  readonly choices: ReactNode;
  /** For any other value. */
  readonly form: ReactNode;
}

export function ChoicesWithForm({ choices, form }: ChoicesWithFormProps) {
  return (
    <div className={styles.options}>
      <div>{choices}</div>
      <div className={styles.form}>{form}</div>
    </div>
  );
}
