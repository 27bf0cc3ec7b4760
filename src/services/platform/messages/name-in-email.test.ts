import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameInEmail, userInEmail } from './name-in-email.ts';

describe('a name in an email', () => {
  test.each([
    ['Ada Marsh', 'Ada Marsh'],
    ["Seán O'Brien-Núñez", "Seán O'Brien-Núñez"],
    ['J.R. Smith, Jr.', 'J. R. Smith, Jr.'],
    ['李小龍', '李小龍'],
    ['URGENT: go to https://evil.example/login', 'URGENT go to https evil. example login'],
    ['see www.evil.example', 'see www. evil. example'],
    ['evil．example', 'evil. example'],
    ['evil。example', 'evil example'],
    ['write to mallory@evil.example', 'write to mallory evil. example'],
    ['Ada\r\n\r\nYour code:\nhttps://evil.example', 'Ada Your code https evil. example'],
    ['Ada" (ada@brand.test) invited you', 'Ada (ada brand. test) invited you'],
    ['\u202eada\u200b', 'ada'],
    ['x'.repeat(99), `${'x'.repeat(60)}…`],
  ])('%j is %j', (name, expected) => expect(nameInEmail(name)).toBe(expected));

  test('is one line without anything that is linked, whatever the name', () => {
    const parts = fc.constantFrom(
      '.',
      '@',
      ':',
      '/',
      '\n',
      '"',
      '\u2028',
      '．',
      'evil',
      'com',
      ' ',
    );
    const anyName = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(parts).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(anyName, (name) => {
        const shown = nameInEmail(name);
        expect(shown).not.toMatch(/[@:/"<>]|\.[^\s.]|[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

test('a user in an email has the quoted name and the address', () => {
  const email = 'ada@brand.test';
  expect(userInEmail({ name: 'Ada Marsh', email })).toBe('"Ada Marsh" (ada@brand.test)');
  // External services have users without names.
  expect(userInEmail({ name: email, email })).toBe(email);
  expect(userInEmail({ name: '"', email })).toBe(email);
});
