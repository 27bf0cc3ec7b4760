import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface FieldProps {
  readonly label: string;
  /** What to enter, if the label doesn't say it all. */
  readonly hint?: ReactNode;
  /** What is wrong with the value and how to fix it. */
  readonly error?: string | undefined;
  /** What to know about the value, although nothing is wrong with it. */
  readonly notice?: string | undefined;
  /** Adds "optional" to the label. Fields are required by default. */
  readonly optional?: boolean | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'data-notice': true | undefined;
}

interface FieldShellProps extends FieldProps {
  /** Renders the control with props that link it to its label, hint and error. */
  readonly control: (props: ControlProps) => ReactNode;
}

/** Label, control, error and hint. Internal: forms use `TextField` and the like. */
export function Field(props: FieldShellProps) {
  const { label, hint, error, notice, optional = false, control } = props;
  const message = error || notice;
  const id = useId();
  const hintId = `${id}hint`;
  const messageId = `${id}message`;
  const describedBy = [message && messageId, hint !== undefined && hintId]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> optional</span>}
      </label>
      {control({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'data-notice': message && !error ? true : undefined,
      })}
      {message && (
        <p id={messageId} className={error ? styles.error : styles.notice}>
          <CircleAlert />
          {message}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
