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
    return [name, secret ? value : cleanValue(type, name, value)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Error messages for missing required fields. The service validates everything else. */
function requiredFieldErrors(type: AccountType, values: NewAccountValues): NewAccountValues {
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

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const SHOP_DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.myshopify\.com$/;

/**
 * Cleans up pasted values: for Shopify the admin's address, a shop's page or its bare name
 * become the shop's domain (advocacy.md, Rules for /edit and /new, 4). A file server's address without a
 * scheme gets it.
 */
export function cleanValue(type: AccountType, name: FieldName, text: string): string {
  const trimmed = text.trim();
  if (name !== 'site' || trimmed === '') return trimmed;
  if (type.type === 'sftp') return HAS_SCHEME.test(trimmed) ? trimmed : `sftp://${trimmed}`;
  if (type.type !== 'shopify') return trimmed;
  const [, host = '', path = ''] =
    /^(?:https?:)?(?:\/\/)?([^/?#]*)(\/[^?#]*)?/i.exec(trimmed.toLowerCase()) ?? [];
  const adminStore = /^\/store\/([^/]+)/.exec(path)?.[1];
  const shop = host === 'admin.shopify.com' && adminStore ? adminStore : host;
  if (shop === '') return trimmed;
  return shop.includes('.') ? shop : `${shop}.myshopify.com`;
}

/** Errors that are certain before the network's window opens. */
export function valueErrors(type: AccountType, values: NewAccountValues): NewAccountValues {
  const missing = requiredFieldErrors(type, values);
  const { site } = values;
  if (type.type !== 'shopify' || site === undefined || SHOP_DOMAIN.test(site)) return missing;
  return {
    ...missing,
    site: 'Enter the address that ends in .myshopify.com. In Shopify, find it under Settings > Domains.',
  };
}
