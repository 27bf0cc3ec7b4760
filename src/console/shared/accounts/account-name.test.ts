import { expect, test } from 'vitest';
import { accountHandle, fullAccountName } from './account-name.ts';

const types = [
  { type: 'instagram', label: 'Instagram', connect: 'authorize' as const, fields: [] },
];

function account(username: string, site: string | null = null) {
  const attributes = {
    external_id: '1',
    name: 'Northwind',
    username,
    site,
    image_url: null,
    expires_at: null,
    capabilities: [],
    followers_count: 0,
    follows_count: 0,
    media_count: 0,
    likes_count: null,
    created_at: '',
    updated_at: '',
  };
  return { id: '7', attributes, meta: { account_type: 'instagram' } };
}

test('accountHandle is the username, or the address of a shop or server', () => {
  expect(accountHandle(account('northwind.home'))).toBe('@northwind.home');
  expect(accountHandle(account('toys', 'sftp://files.example.com/toys'))).toBe(
    'sftp://files.example.com/toys',
  );
  expect(accountHandle(account(''))).toBe('');
});

test('fullAccountName names the network, and falls back to the name', () => {
  expect(fullAccountName(types, account('northwind'))).toBe('Instagram @northwind');
  expect(fullAccountName([], account(''))).toBe('instagram Northwind');
});
