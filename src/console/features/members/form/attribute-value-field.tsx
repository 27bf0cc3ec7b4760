import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextareaField, TextField } from '#console/ui/form/text-field.tsx';
import type { AttributeKind } from './attributes/attribute-fields.ts';

const HINTS: Partial<Record<AttributeKind, string>> = {
  texts: 'One text a line.',
  numbers: 'One number a line.',
  json: 'Texts and numbers: ["tea", 3].',
};

interface AttributeValueFieldProps extends UseFormRegisterReturn {
  readonly label: string;
  readonly kind: AttributeKind;
  readonly error: string | undefined;
}

/** The value of a custom attribute, in the control of its type. */
export function AttributeValueField({ label, kind, error, ...field }: AttributeValueFieldProps) {
  if (kind === 'number') {
    return <TextField {...field} {...{ label, error }} inputMode="decimal" autoComplete="off" />;
  }
  // A text may have several lines, which a one-line control would lose.
  return (
    <TextareaField
      {...field}
      {...{ label, error }}
      hint={HINTS[kind]}
      rows={kind === 'text' ? 1 : 3}
      spellCheck={kind !== 'json'}
    />
  );
}
