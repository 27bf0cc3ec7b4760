import * as fc from 'fast-check';
import type { Member } from '#contract/loyalty/members/member.ts';
import { trimText } from '#contract/loyalty/trim-text.ts';

const cell = fc.oneof(
  fc.constantFrom(
    '',
    '=1+1',
    '+1',
    '-1',
    '@x',
    "'=x",
    "''",
    '\tx',
    'a,b',
    '"',
    '1',
    '[1]',
    '"1"',
    ' x ',
    'a\nb',
    'a\r\nb\r',
    '\r',
    'é',
    ' =1+1',
    '\u00a0+1',
    '\u200b-1',
    '\ufeff@x',
    '\n=1',
    '＝1+1',
    "'\u2060＠x",
    " '=x",
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const attribute = fc.oneof(
  cell.filter((text) => text !== ''),
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    // The API rejects integers that would be rounded.
    .filter((n) => !Object.is(n, -0) && (!Number.isInteger(n) || Number.isSafeInteger(n))),
  fc.array(fc.oneof(cell, fc.integer()), { maxLength: 3 }),
);
const tag = cell.filter((text) => text !== '' && trimText(text) === text);
const attributeName = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 4 })
  .filter((name) => !name.startsWith('__'));
/** The API shows a day as it was sent, or as a time. */
const day = fc.constantFrom('02/29/1988', '12/31', '1977-01-09T00:00:00Z', '1977-01-09');

/** Members whose texts, tags and attributes are hard to write as CSV. */
export const anyMember: fc.Arbitrary<Member> = fc
  .record({
    member_id: fc.stringMatching(/^[A-Z0-9-]{1,6}$/),
    first_name: cell,
    last_name: cell,
    birthdate: day,
    member_tags: fc.uniqueArray(tag, { maxLength: 3 }),
    custom_attributes: fc.dictionary(attributeName, attribute, { maxKeys: 3 }),
  })
  .map((given) => ({
    ...given,
    id: `S-${given.member_id}`,
    member_status: 'active',
  }));
