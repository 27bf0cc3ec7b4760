import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** What every field takes beside the attributes of its control. */
export interface FieldProps {
  readonly label: string;
  /** What belongs in it, where the label does not say it all. */
  readonly hint?: ReactNode;
  /** What is wrong with the value, and how to put it right. */
  readonly error?: string | undefined;
  /** Says "optional" beside the label; fields are required as a rule. */
  readonly optional?: boolean | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldShellProps extends FieldProps {
  /** Draws the control; the props tie it to its label, hint and error. */
  readonly control: (props: ControlProps) => ReactNode;
}

/** Label, control, error and hint, tied together. Internal: forms take `TextField` and its kin. */
export function Field({ label, hint, error, optional = false, control }: FieldShellProps) {
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const describedBy = [error && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
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
      })}
      {error && (
        <p id={errorId} className={styles.error}>
          <CircleAlert />
          {error}
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
