import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { connectMessageSchema, createAccount, listAccounts } from './accounts.ts';

function parse(query: Record<string, unknown>) {
  return listAccounts.query.safeParse(query);
}

describe('the query of listAccounts', () => {
  test('has its defaults', () => {
    expect(parse({}).data).toEqual({ sort: ['-id'], 'page[size]': 25, 'page[number]': 1 });
  });

  test.each(['', ','])('has the default order if sort is empty: %j', (sort) => {
    expect(parse({ sort }).data).toMatchObject({ sort: ['-id'] });
  });

  test('parses what a client sends', () => {
    const built: z.input<typeof listAccounts.query> = {
      include: 'social_feeds,subaccounts',
      'filter[type]': 'shopify,sftp',
      sort: 'name,-created_at',
      'page[size]': 50,
      'page[number]': '2',
      id_token: 'ignored',
    };
    expect(parse(built).data).toEqual({
      include: ['social_feeds', 'subaccounts'],
      'filter[type]': 'shopify,sftp',
      sort: ['name', '-created_at'],
      'page[size]': 50,
      'page[number]': 2,
      id_token: 'ignored',
    });
  });

  test.each([
    ['page[size]', '101'],
    ['page[size]', '0'],
    ['page[size]', '1.5'],
    ['page[size]', ''],
    ['page[number]', '-1'],
    ['page[number]', ['1', '2']],
    ['include', 'secrets'],
    ['sort', 'image_url'],
    ['sort', '--id'],
    ['filter[name]', 'a\0b'],
  ])('rejects %s=%o, naming the parameter', (name, value) => {
    expect(parse({ [name]: value }).error?.issues[0]?.path).toEqual([name]);
  });

  test.each(['filter[secret]', 'page', 'unknown'])('rejects the unknown parameter %s', (name) => {
    expect(parse({ [name]: '1' }).error?.issues[0]).toMatchObject({
      code: 'unrecognized_keys',
      keys: [name],
    });
  });
});

describe('a new account', () => {
  function attributesPath(attributes: unknown) {
    const { error } = createAccount.body.safeParse({ data: { type: 'account', attributes } });
    return error?.issues[0]?.path;
  }

  test('may omit attributes that only some types require', () => {
    expect(attributesPath({ type: 'sftp' })).toBeUndefined();
  });

  test.each([
    ['type', {}],
    ['type', { type: '' }],
    ['secret', { type: 'sftp', secret: 'a\0b' }],
    ['access_token', { type: 'sftp', access_token: '\ud800' }],
    ['site', { type: 'sftp', site: 'x'.repeat(2049) }],
  ])('is rejected with a path to an invalid %s', (name, attributes) => {
    expect(attributesPath(attributes)).toEqual(['data', 'attributes', name]);
  });
});

describe('the connect message', () => {
  test('carries errors with their status', () => {
    const message = {
      type: 'account_new',
      data: { errors: [{ code: '4030000', title: 'Forbidden', status: '403' }] },
      status: 403,
    };
    expect(connectMessageSchema.parse(message)).toEqual(message);
  });

  test('has no other shape', () => {
    expect(
      connectMessageSchema.safeParse({ type: 'account_new', data: {}, status: 201 }),
    ).toMatchObject({ success: false });
  });
});
