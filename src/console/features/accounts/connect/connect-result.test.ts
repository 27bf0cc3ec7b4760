import { describe, expect, test } from 'vitest';
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

describe('connectResult', () => {
  const failed = (status: number, errors: ErrorObject[], type: 'account_new' | 'account_edit') =>
    connectResult({ kind: 'message', message: { type, data: { errors }, status } }, 'Instagram');

  test('reads the account of a message', () => {
    const message = { type: 'account_new', data: { data: account('7') }, status: 201 } as const;
    expect(connectResult({ kind: 'message', message })).toEqual({
      kind: 'connected',
      account: account('7'),
    });
  });

  test('shows the detail of an error response, or a default for its type and status', () => {
    expect(failed(403, [{ title: 'Forbidden' }], 'account_new')).toEqual({
      kind: 'failed',
      error: {
        title: "The account wasn't connected",
        detail: "Instagram didn't give access.",
      },
      isFinal: false,
    });
    expect(failed(404, [{ detail: 'The account was deleted' }], 'account_edit')).toMatchObject({
      error: { detail: 'The account was deleted.' },
      isFinal: true,
    });
    expect(failed(422, [{ detail: 'Is already connected' }], 'account_new')).toMatchObject({
      error: { detail: 'Is already connected.' },
    });
    expect(failed(422, [{}], 'account_edit')).toMatchObject({
      error: {
        title: "The account wasn't reauthorized",
        detail: 'You may have signed in with a different account.',
      },
    });
  });

  test('stays unknown without a message', () => {
    expect(connectResult({ kind: 'unknown' })).toEqual({ kind: 'unknown' });
  });
});

test('findNewAccount returns the newest account that was not in the list before', () => {
  expect(findNewAccount(ids('3', '2'), ids('4', '3', '2'))?.id).toBe('4');
  expect(findNewAccount([], ids('4'))?.id).toBe('4');
  expect(findNewAccount(ids('3', '2'), ids('3', '2'))).toBeUndefined();
  expect(findNewAccount(ids('3', '2'), ids('2', '1'))).toBeUndefined();
  expect(findNewAccount(ids('3'), ids('1'))).toBeUndefined();
  expect(findNewAccount(ids('3'), [])).toBeUndefined();
});
