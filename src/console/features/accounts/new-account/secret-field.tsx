import { type ComponentProps, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { TextareaField } from '#console/ui/form/text-field.tsx';
import styles from './secret-field.module.css';

/**
 * A password or a private key, shown as dots. It takes several lines, because a password field
 * would run those of a key together.
 */
export function SecretField(props: ComponentProps<typeof TextareaField>) {
  const [shown, setShown] = useState(false);
  return (
    <div className={shown ? styles.shown : styles.hidden}>
      <TextareaField
        rows={3}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
      />
      <Button
        size="small"
        variant="ghost"
        className={styles.toggle}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </Button>
    </div>
  );
}
