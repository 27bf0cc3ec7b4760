import type { ChangeEvent } from 'react';
import { TextField } from '#console/ui/form/text-field.tsx';
import type { AccountType } from '#contract/gateway/config.ts';
import type { AccountTypeField as Field } from './new-account-values.ts';
import { SecretField } from './secret-field.tsx';

/** What belongs in the fields of types that are known. */
const HINTS: Readonly<Record<string, string>> = {
  'shopify.site': "The shop's own address, such as northwind.myshopify.com",
  'sftp.site': 'Such as sftp://files.example.com/posts',
  'sftp.secret': 'A private key is pasted with all its lines.',
};

interface AccountTypeFieldProps {
  readonly type: AccountType;
  readonly field: Field;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

/** A field that a type of account asks for. */
export function AccountTypeField({ type, field, error, onChange }: AccountTypeFieldProps) {
  const { name, label, required, secret } = field;
  const hint = HINTS[`${type.type}.${name}`];
  const common = { name, label, error, hint, onChange, optional: !required };
  if (secret) return <SecretField {...common} />;
  return (
    <TextField
      {...common}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
