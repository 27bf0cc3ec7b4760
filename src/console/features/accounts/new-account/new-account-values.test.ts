import { expect, test } from 'vitest';
import type { AccountType } from '#contract/gateway/config.ts';
import { readFormValues, requiredFieldErrors } from './new-account-values.ts';

const sftp: AccountType = {
  type: 'sftp',
  label: 'SFTP',
  connect: 'credentials',
  fields: [
    { name: 'access_token', label: 'User name', required: true, secret: false },
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

test('requiredFieldErrors names missing required fields', () => {
  expect(requiredFieldErrors(sftp, { access_token: 'ada' })).toEqual({
    secret: 'Enter the password or private key',
  });
  expect(requiredFieldErrors(sftp, { access_token: 'ada', secret: 's' })).toEqual({});
});
