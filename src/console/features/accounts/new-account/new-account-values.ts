import type { AccountType } from '#contract/gateway/config.ts';

/** A field that a type of account asks for, by the name that the API has for it. */
export type AccountTypeField = AccountType['fields'][number];
export type FieldName = AccountTypeField['name'];
/** What was typed, or what is wrong with it, by field. */
export type NewAccountValues = Partial<Record<FieldName, string>>;

/**
 * What was typed into the fields of a type; empty ones are left out. Spaces around a value are no
 * part of it, except in a secret.
 */
export function readFormValues(type: AccountType, form: FormData): NewAccountValues {
  const entries = type.fields.map(({ name, secret }) => {
    const typed = String(form.get(name) ?? '');
    return [name, secret ? typed : typed.trim()] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** What is missing, by field. Everything else is the service's to judge. */
export function requiredFieldErrors(type: AccountType, values: NewAccountValues): NewAccountValues {
  const missing = type.fields.filter(
    ({ name, required }) => required && values[name] === undefined,
  );
  return Object.fromEntries(
    missing.map(({ name, label }) => [
      name,
      `Enter the ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    ]),
  );
}
