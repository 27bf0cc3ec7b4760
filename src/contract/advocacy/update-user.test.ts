import { expect, test } from 'vitest';
import { updateCurrentUser } from './update-user.ts';

function pathFor(attributes: unknown) {
  const document = { data: { type: 'user', id: '1', attributes } };
  return updateCurrentUser.body.safeParse(document).error?.issues[0]?.path;
}

test.each([
  'ada.lovelace+work@example.co.uk',
  'r&d/sales@example.com',
  'info@xn--mnchen-3ya.xn--p1ai',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`,
])('the email address can be %s', (email) => {
  expect(pathFor({ email })).toBeUndefined();
});

test.each([
  '',
  'ada',
  'ada@',
  'ada@example',
  'a b@example.com',
  'ada@example.com ',
  'ada@example.com\n',
  'ada@192.0.2.1',
  `${'a'.repeat(65)}@example.com`,
  `${'a'.repeat(250)}@b.com`,
  null,
  5,
])('the email address cannot be %o', (email) => {
  expect(pathFor({ email })).toEqual(['data', 'attributes', 'email']);
});
