import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface TextareaFieldProps
  extends FieldProps,
    Omit<ComponentProps<'textarea'>, 'id' | 'className'> {}

/** Several lines of text, a private key say: a `<textarea>` with label, hint and error. */
export function TextareaField({ label, hint, error, optional, ...textarea }: TextareaFieldProps) {
  return (
    <Field
      {...{ label, hint, error, optional }}
      control={(props) => <textarea {...textarea} {...props} className={styles.control} />}
    />
  );
}
