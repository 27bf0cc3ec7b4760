import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'id' | 'className'> {}

/** A native `<select>` with label, hint and error. Its children are `<option>`s. */
export function SelectField({ label, hint, error, notice, optional, ...select }: SelectFieldProps) {
  return (
    <Field
      {...{ label, hint, error, notice, optional }}
      control={(props) => (
        <div className={styles.withChevron}>
          <select {...select} {...props} className={classNames(styles.control, styles.select)} />
          <ChevronDown />
        </div>
      )}
    />
  );
}
