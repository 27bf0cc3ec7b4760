import { expect, test } from 'vitest';
import type { AccountType } from '#contract/gateway/config.ts';
import { cleanValue, readFormValues, valueErrors } from './new-account-values.ts';

const sftp: AccountType = {
  type: 'sftp',
  label: 'SFTP',
  connect: 'credentials',
  fields: [
    { name: 'access_token', label: 'Username', required: true, secret: false },
    { name: 'secret', label: 'Password or private key', required: true, secret: true },
    { name: 'site', label: 'Site', required: false, secret: false },
  ],
};

function form(values: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

test('readFormValues trims everything except secrets, and omits empty fields', () => {
  const values = readFormValues(sftp, form({ access_token: ' ada ', secret: ' s\n', site: ' ' }));
  expect(values).toEqual({ access_token: 'ada', secret: ' s\n' });
});

test('valueErrors names missing required fields', () => {
  expect(valueErrors(sftp, { access_token: 'ada' })).toEqual({
    secret: 'Enter the password or private key',
  });
  expect(valueErrors(sftp, { access_token: 'ada', secret: 's' })).toEqual({});
});

const shopify: AccountType = {
  type: 'shopify',
  label: 'Shopify',
  connect: 'authorize',
  fields: [{ name: 'site', label: 'Shop domain', required: true, secret: false }],
};

test.each([
  ['northwind', 'northwind.myshopify.com'],
  ['https://shop.myshopify.com/admin', 'shop.myshopify.com'],
  ['https://admin.shopify.com/store/northwind/orders', 'northwind.myshopify.com'],
  [' Shop.MyShopify.com/ ', 'shop.myshopify.com'],
  ['shop.example.com', 'shop.example.com'],
  ['https://', 'https://'],
  ['', ''],
])('the shop address %s becomes %s', (text, site) => {
  expect(cleanValue(shopify, 'site', text)).toBe(site);
});

test.each([
  ['files.example.com/posts', 'sftp://files.example.com/posts'],
  ['sftp://files.example.com', 'sftp://files.example.com'],
  ['https://files.example.com', 'https://files.example.com'],
])("the file server's address %s becomes %s", (text, site) => {
  expect(cleanValue(sftp, 'site', text)).toBe(site);
});

test("valueErrors rejects what can't be a shop", () => {
  expect(valueErrors(shopify, { site: 'northwind.myshopify.com' })).toEqual({});
  expect(valueErrors(shopify, { site: 'shop.example.com' }).site).toMatch(/myshopify\.com/);
});
