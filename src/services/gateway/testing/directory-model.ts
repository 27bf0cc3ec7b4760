import * as fc from 'fast-check';
import type { Member } from '#contract/loyalty/members/member.ts';

// The rules of the search (decisions.md, 42), written as plainly as possible.

const name = fc.oneof(
  fc.constantFrom(
    'Jane',
    'Jan',
    'Janet',
    'Jürgen',
    "O'Neil",
    'Stephenson',
    'Łukasz',
    'Mary Ann',
    '李',
    '小龍',
    '김철수',
    '',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'n', '-', "'", ' ', '\\'), maxLength: 9 }),
);
export const anyMember = fc
  .record({
    member_id: fc.oneof(
      fc.integer({ min: 1, max: 999 }).map((n) => `M-${n}`),
      fc.constantFrom('M-120100', 'AB-12-0100', '0100'),
      fc.string({ unit: fc.constantFrom('a', 'b', 'x', '1'), minLength: 1, maxLength: 9 }),
    ),
    first_name: name,
    last_name: name,
    email_address: fc.oneof(
      fc.constant(''),
      fc
        .tuple(
          fc.constantFrom('jane', 'jame', 'a.b', 'stephenson', 'xx'),
          fc.constantFrom('ab.test', 'mail.test'),
        )
        .map((parts) => parts.join('@')),
    ),
    phone_number: fc.oneof(fc.constant(''), fc.constantFrom('+1-5550100', '+49-301', '5550100')),
    referral_code: fc.constantFrom('', 'JANE-50', '0100'),
    address: fc.record({ city: fc.constantFrom('', 'Jena', 'San José', '大阪') }),
  })
  .map((given): Member => member(given));

export const anyQuery = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'b', 'n', 'é', "'", ' ', '1', ':', '&', '*', '\\'),
    minLength: 2,
    maxLength: 9,
  }),
  fc.constantFrom('555-01', '+1 555', '49 301', 'm-1', 'jnae', 'stehpensom', 'jane@mial.test'),
  fc.constantFrom(
    '0100',
    '100',
    '0 301',
    '0555 0100',
    '120100',
    'jane-5',
    'san jose',
    '\u00010010',
  ),
  fc.constantFrom('李', '小', '龍', '김', '大', '大阪'),
);

/** Its fields, and those with an edit. */
export function queriesOf(each: Member): string[] {
  const texts = [each.first_name, each.last_name, each.email_address, each.member_id];
  return texts.flatMap((text = '') => {
    const middle = Math.floor(text.length / 2);
    const swapped = `${text.slice(0, middle)}${text[middle + 1] ?? ''}${text[middle] ?? ''}`;
    return [text, text.slice(0, middle) + text.slice(middle + 1), swapped + text.slice(middle + 2)];
  });
}

const plain = (text: string) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .trim();

/** How a member matches a search; undefined if it doesn't. */
export function findMatch(each: Member, q: string): 'literal' | 'similar' | undefined {
  if (isMatch(each, q, false)) return 'literal';
  return isMatch(each, q, true) ? 'similar' : undefined;
}

function isMatch(each: Member, q: string, takesTypos: boolean): boolean {
  const city = String(each.address?.city ?? '');
  const names = [each.first_name, each.last_name, city, each.member_id].flatMap((text = '') =>
    plain(text)
      .split(/\s+/)
      .flatMap((word) => {
        const parts = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
        return [word, parts.join(''), ...parts];
      }),
  );
  const found = [...names, plain(each.email_address ?? '')].filter(Boolean);
  const phone = each.phone_number ?? '';
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  const national = digitsOf(phone.split('-').slice(1).join(''));
  const digits = [digitsOf(phone), national, national && `0${national}`];
  const endsWith = (end: string) =>
    end.length >= 4 && [phone, each.member_id].some((text) => digitsOf(text).endsWith(end));
  const joined = plain(q).replace(/\s/g, '');
  const isPhone = (word: string) => /^[\d+()./-]*\d[\d+()./-]*$/.test(word);
  const words = isPhone(joined)
    ? [joined]
    : plain(q)
        .split(/\s+/)
        .map((word) => word.replace(/[,;]+$/, '') || word);
  return words.every(
    (word) =>
      found.some((text) => text.startsWith(word) || (takesTypos && isTypo(word, text))) ||
      plain(each.id).startsWith(word) ||
      plain(each.referral_code ?? '').startsWith(word) ||
      (isPhone(word) &&
        (digits.some((d) => d !== '' && d.startsWith(digitsOf(word))) || endsWith(digitsOf(word)))),
  );
}

function isTypo(searched: string, text: string): boolean {
  if (/\d/.test(searched + text)) return false;
  const parts = [searched.split('@'), text.split('@')].map(([local = '', ...rest]) =>
    rest.length > 0 && local !== '' ? [local, rest.join('@')] : [[local, ...rest].join('@')],
  );
  const [a = [], b = []] = parts;
  return (
    a.length === b.length && a.every((part, index) => isNear(part, b[index] ?? '', allowed(part)))
  );
}

const allowed = (word: string) => {
  const letters = word.replace(/[^a-z]/g, '').length;
  return letters >= 8 ? 2 : letters >= 4 ? 1 : 0;
};

/** Tries each edit at the first difference. */
function isNear(a: string, b: string, edits: number): boolean {
  if (a === b) return true;
  if (edits === 0) return false;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const [x, y] = [a.slice(at), b.slice(at)];
  // An earlier edit in a run of equal letters gives the same text.
  return (
    isNear(x.slice(1), y.slice(1), edits - 1) ||
    isNear(x.slice(1), y, edits - 1) ||
    isNear(x, y.slice(1), edits - 1) ||
    (x.length > 1 &&
      y.length > 1 &&
      x[0] === y[1] &&
      x[1] === y[0] &&
      isNear(x.slice(2), y.slice(2), edits - 1))
  );
}

export const member = (given: Partial<Member> & { member_id: string }): Member => ({
  id: `S-${given.member_id}`,
  member_status: 'active',
  ...given,
});
