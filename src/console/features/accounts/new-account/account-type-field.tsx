import { type ChangeEvent, type ComponentProps, type FocusEvent, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { TextareaField, TextField } from '#console/ui/form/text-field.tsx';
import type { AccountType } from '#contract/gateway/config.ts';
import styles from './account-type-field.module.css';
import type { AccountTypeField as Field } from './new-account-values.ts';

/** Hints for the fields of known types, by type and field. */
const HINTS: Readonly<Record<string, string>> = {
  'shopify.site': "The shop's address, for example northwind.myshopify.com",
  'sftp.site': 'For example sftp://files.example.com/posts',
  'sftp.secret': 'If you use a private key, paste all of its lines.',
};

const PLAIN_TEXT_INPUT = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

interface AccountTypeFieldProps {
  readonly type: AccountType;
  readonly field: Field;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

export function AccountTypeField({ type, field, error, onChange, onBlur }: AccountTypeFieldProps) {
  const { name, label, required, secret } = field;
  const hint = HINTS[`${type.type}.${name}`];
  const props = {
    name,
    label,
    error,
    hint,
    onChange,
    onBlur,
    optional: !required,
    ...PLAIN_TEXT_INPUT,
  };
  return secret ? <SecretField {...props} /> : <TextField {...props} />;
}

/** A password or private key, masked. Multi-line: a password field would join a key's lines. */
function SecretField(props: ComponentProps<typeof TextareaField>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={isShown ? styles.shown : styles.hidden}>
      <TextareaField rows={3} {...props} />
      <Button
        size="small"
        variant="ghost"
        className={styles.toggle}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </div>
  );
}
