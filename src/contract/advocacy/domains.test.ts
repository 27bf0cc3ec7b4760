import { expect, test } from 'vitest';
import { createDomain, updateDomain } from './domains.ts';

function create(name: unknown) {
  return createDomain.body.safeParse({ data: { type: 'domain', attributes: { name } } });
}

function update(attributes: unknown) {
  return updateDomain.body.safeParse({ data: { type: 'domain', id: '1', attributes } });
}

test.each(['www.example.com', 'Brand.TEST', 'bücher.example'])(
  'a domain name can be %s',
  (name) => {
    expect(create(name).success).toBe(true);
  },
);

test.each([
  'localhost',
  'https://www.example.com',
  'www.example.com/path',
  'www.example.com:8080',
  'user@example.com',
  'www example.com',
  '',
  `${'a.'.repeat(127)}com`,
  'a.b\0',
  7,
  null,
  undefined,
])('a domain name cannot be %o', (name) => {
  expect(create(name).error?.issues[0]?.path).toEqual(['data', 'attributes', 'name']);
});

test('a null default experience differs from an absent one', () => {
  expect(update({ default_experience_id: null }).data?.data.attributes).toEqual({
    default_experience_id: null,
  });
  expect(update({}).data?.data.attributes).toEqual({});
});

test.each(['3', 1.5, 2 ** 60, true])('a default experience cannot be %o', (id) => {
  expect(update({ default_experience_id: id }).error?.issues[0]?.path).toEqual([
    'data',
    'attributes',
    'default_experience_id',
  ]);
});
