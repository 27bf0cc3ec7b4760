import { expect, test } from 'vitest';
import { updateCurrentUser } from './users.ts';

function pathFor(attributes: unknown) {
  const document = { data: { type: 'user', id: '1', attributes } };
  return updateCurrentUser.body.safeParse(document).error?.issues[0]?.path;
}

test('takes an e-mail address', () => {
  expect(pathFor({ email: 'ada.lovelace+work@example.co.uk' })).toBeUndefined();
});

test.each([
  '',
  'ada',
  'ada@',
  'ada@example',
  'a b@example.com',
  `${'a'.repeat(250)}@b.com`,
  null,
  5,
])('refuses %o', (email) => {
  expect(pathFor({ email })).toEqual(['data', 'attributes', 'email']);
});
