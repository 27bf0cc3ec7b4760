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
    '',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'n', '-', "'", ' ', '\\'), maxLength: 9 }),
);
export const anyMember = fc
  .record({
    member_id: fc.oneof(
      fc.integer({ min: 1, max: 999 }).map((n) => `M-${n}`),
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
  })
  .map((given): Member => member(given));

export const anyQuery = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'b', 'n', 'é', "'", ' ', '1', ':', '&', '*', '\\'),
    minLength: 2,
    maxLength: 9,
  }),
  fc.constantFrom('555-01', '+1 555', '49 301', 'm-1', 'jnae', 'stehpensom', 'jane@mial.test'),
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
  text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').trim();

export function isMatch(each: Member, q: string): boolean {
  const names = [each.first_name, each.last_name, each.member_id].flatMap((text = '') =>
    plain(text)
      .split(/\s+/)
      .flatMap((word) => {
        const parts = word.split(/[^a-z0-9]+/).filter(Boolean);
        return [word, parts.join(''), ...parts];
      }),
  );
  const found = [...names, plain(each.email_address ?? '')].filter(Boolean);
  const phone = each.phone_number ?? '';
  const digits = [phone, phone.split('-').slice(1).join('')].map((text) => text.replace(/\D/g, ''));
  const joined = plain(q).replace(/\s/g, '');
  const isPhone = (word: string) => /^[\d+()./-]*\d[\d+()./-]*$/.test(word);
  const words = isPhone(joined)
    ? [joined]
    : plain(q)
        .split(/\s+/)
        .map((word) => word.replace(/[,;]+$/, '') || word);
  return words.every(
    (word) =>
      found.some((text) => text.startsWith(word) || isTypo(word, text)) ||
      plain(each.id).startsWith(word) ||
      (isPhone(word) && digits.some((d) => d !== '' && d.startsWith(word.replace(/\D/g, '')))),
  );
}

function isTypo(searched: string, text: string): boolean {
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
