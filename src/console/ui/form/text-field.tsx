import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id' | 'className'> {}

export function TextField({ label, hint, error, notice, optional, ...input }: TextFieldProps) {
  return (
    <Field
      {...{ label, hint, error, notice, optional }}
      control={(props) => <input type="text" {...input} {...props} className={styles.control} />}
    />
  );
}

interface TextareaFieldProps
  extends FieldProps,
    Omit<ComponentProps<'textarea'>, 'id' | 'className'> {}

export function TextareaField({
  label,
  hint,
  error,
  notice,
  optional,
  ...textarea
}: TextareaFieldProps) {
  return (
    <Field
      {...{ label, hint, error, notice, optional }}
      control={(props) => <textarea {...textarea} {...props} className={styles.control} />}
    />
  );
}
