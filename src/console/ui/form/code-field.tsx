import type { ChangeEvent, ComponentProps } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface CodeFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'maxLength'> {}

/**
 * A one-time code in a single field, so that paste, autofill and screen readers work. Spaces are
 * removed: codes are often printed and pasted with them.
 */
export function CodeField({ label, hint, error, optional, onChange, ...input }: CodeFieldProps) {
  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const compact = event.target.value.replace(/\s/g, '');
    if (compact !== event.target.value) event.target.value = compact;
    onChange?.(event);
  }
  return (
    <Field
      {...{ label, hint, error, optional }}
      control={(props) => (
        <input
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...props}
          type="text"
          className={classNames(styles.control, styles.code)}
          onChange={handleChange}
        />
      )}
    />
  );
}
