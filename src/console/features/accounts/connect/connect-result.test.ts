import { expect, test } from 'vitest';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { ErrorObject } from '#contract/json-api.ts';
import { connectResult, findNewAccount } from './connect-result.ts';

const account = (id: string): Account => ({
  id,
  type: 'account',
  attributes: {
    external_id: id,
    name: `Shop ${id}`,
    username: 'shop',
    image_url: null,
    site: null,
    expires_at: null,
    capabilities: [],
    followers_count: 0,
    follows_count: 0,
    media_count: 0,
    likes_count: null,
    created_at: '2026-11-21T00:00:00.000Z',
    updated_at: '2026-11-21T00:00:00.000Z',
  },
});
const ids = (...list: string[]) => list.map(account);

test('a message with an account is one', () => {
  const message = { type: 'account_new', data: { data: account('7') }, status: 201 } as const;
  expect(connectResult({ kind: 'told', message })).toEqual({
    kind: 'connected',
    account: account('7'),
  });
});

test('a refusal is told in the words of whoever refused', () => {
  const told = (status: number, errors: ErrorObject[], type: 'account_new' | 'account_edit') =>
    connectResult({ kind: 'told', message: { type, data: { errors }, status } }, 'Instagram');
  expect(told(403, [{ title: 'Forbidden' }], 'account_new')).toEqual({
    kind: 'refused',
    problem: {
      title: 'No account was connected',
      detail: 'Instagram did not give access.',
    },
    isFinal: false,
  });
  expect(told(404, [{ detail: 'The account was deleted' }], 'account_edit')).toMatchObject({
    problem: { detail: 'The account was deleted.' },
    isFinal: true,
  });
  expect(told(422, [{ detail: 'Is already connected' }], 'account_new')).toMatchObject({
    problem: { detail: 'Is already connected.' },
  });
  expect(told(422, [{}], 'account_edit')).toMatchObject({
    problem: {
      title: 'Nothing was reauthorized',
      detail: 'It may have been another account than the one to reauthorize.',
    },
  });
});

test('a window that says nothing leaves it open', () => {
  expect(connectResult({ kind: 'unknown' })).toEqual({ kind: 'unknown' });
});

test('the new account is the newest that was not there before', () => {
  expect(findNewAccount(ids('3', '2'), ids('4', '3', '2'))?.id).toBe('4');
  expect(findNewAccount([], ids('4'))?.id).toBe('4');
  expect(findNewAccount(ids('3', '2'), ids('3', '2'))).toBeUndefined();
  expect(findNewAccount(ids('3', '2'), ids('2', '1'))).toBeUndefined();
  expect(findNewAccount(ids('3'), ids('1'))).toBeUndefined();
  expect(findNewAccount(ids('3'), [])).toBeUndefined();
});
