import { expect, test } from 'vitest';
import { tokenRequestSchema } from './oauth.ts';

const code = {
  grant_type: 'authorization_code',
  client_id: 'console',
  code: 'c',
  redirect_uri: 'https://console.example/auth/callback',
  code_verifier: 'v',
};
const refresh = { grant_type: 'refresh_token', refresh_token: 'r', scope: 'accounts:read' };

test.each([code, refresh])('a token request can be %o', (form) => {
  expect(tokenRequestSchema.parse(form)).toEqual(form);
});

test.each([
  [{ ...code, code: undefined }, 'code'],
  [{ ...code, redirect_uri: undefined }, 'redirect_uri'],
  [{ ...refresh, refresh_token: undefined }, 'refresh_token'],
  [{ ...refresh, grant_type: 'password' }, 'grant_type'],
])('a token request %o is rejected at %s', (form, name) => {
  expect(tokenRequestSchema.safeParse(form).error?.issues[0]?.path).toEqual([name]);
});
