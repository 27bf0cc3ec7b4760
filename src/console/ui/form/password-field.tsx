import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface PasswordFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {}

export function PasswordField({ label, hint, error, optional, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...{ label, hint, error, optional }}
      control={(props) => (
        <div className={styles.withButton}>
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...props}
            type={shown ? 'text' : 'password'}
            className={styles.control}
          />
          {/* Don't repeat the label, or `getByLabel` would match both. */}
          <IconButton
            size="small"
            label={shown ? 'Hide what you typed' : 'Show what you typed'}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    />
  );
}
