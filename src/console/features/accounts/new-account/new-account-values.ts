import type { AccountType } from '#contract/gateway/config.ts';

/** A field that an account type requires; `name` is the API's attribute. */
export type AccountTypeField = AccountType['fields'][number];
export type FieldName = AccountTypeField['name'];
/** Values or error messages by field. */
export type NewAccountValues = Partial<Record<FieldName, string>>;

/** Reads the fields of a type, without empty ones. Trims everything except secrets. */
export function readFormValues(type: AccountType, form: FormData): NewAccountValues {
  const entries = type.fields.map(({ name, secret }) => {
    const value = String(form.get(name) ?? '');
    return [name, secret ? value : value.trim()] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Error messages for missing required fields. The service validates everything else. */
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
