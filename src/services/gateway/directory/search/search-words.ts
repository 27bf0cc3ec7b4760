import { foldText } from '#contract/gateway/fold-text.ts';
import { normalizePhone } from '#contract/loyalty/members/phone.ts';

const WORD_MAX_LENGTH = 200;

interface Searchable {
  id: string;
  member_id: string;
  first_name?: string | undefined;
  last_name?: string | undefined;
  email_address?: string | undefined;
  phone_number?: string | undefined;
  referral_code?: string | undefined;
  address?: { city?: unknown } | null | undefined;
}

/** The words by which a member is found. */
export interface MemberWords {
  /** Words of the names, the city and the member id, and the email address: found by prefix and with typos. */
  words: string[];
  /**
   * The service's id, the referral code, digits of the phone number after a `+`, and the digits of phone
   * number and member id from the last to the first after `ENDS_WITH`: found by prefix only.
   */
  prefixOnly: string[];
  /** Ids and the email address after a `=`: exact matches come first. */
  exact: string[];
}

/** Marks digits that are written backwards. No word has it, so that no other search finds them. */
export const ENDS_WITH = '\u0001';
/** Fewer last digits would find too many members. */
const LAST_DIGITS_MIN = 4;

export function memberWords(member: Searchable): MemberWords {
  const email = foldText(member.email_address ?? '');
  const memberId = foldText(member.member_id);
  const id = foldText(member.id);
  const city = typeof member.address?.city === 'string' ? member.address.city : '';
  const names = [member.first_name ?? '', member.last_name ?? '', city, member.member_id];
  const phone = member.phone_number ?? '';
  const endings = [phone, memberId].map((text) => text.replace(/\D/g, ''));
  return {
    words: distinct([...names.flatMap((name) => splitName(foldText(name))), email]),
    prefixOnly: distinct([
      id,
      foldText(member.referral_code ?? ''),
      ...phoneDigits(phone).map((digits) => `+${digits}`),
      ...endings
        .filter((digits) => digits.length >= LAST_DIGITS_MIN)
        .map((digits) => `${ENDS_WITH}${reverse(digits)}`),
    ]),
    exact: distinct([id, memberId, email]).map((value) => `=${value}`),
  };
}

/** The words of a name; one with punctuation also without it, and its parts: o'neil, oneil, o, neil. */
function splitName(folded: string): string[] {
  return folded.split(/[\s\p{Cc}]+/u).flatMap((word) => {
    const parts = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
    return parts.length > 1 ? [word, parts.join(''), ...parts] : [word, ...parts];
  });
}

/**
 * The digits of a phone number `+<country code>-<number>`: with its country code, without, and as most
 * countries write it, with 0 instead.
 */
function phoneDigits(phone: string): string[] {
  // Other services may leave out the hyphen.
  const [, ...rest] = (phone.startsWith('+') ? normalizePhone(phone) : phone).split('-');
  const [all, national] = [phone, rest.join('')].map((part) => part.replace(/\D/g, ''));
  return [all, national, national && `0${national}`].filter((digits) => !!digits) as string[];
}

const reverse = (digits: string) => [...digits].reverse().join('');

function distinct(words: string[]): string[] {
  return [...new Set(words)].filter((word) => word !== '' && word.length <= WORD_MAX_LENGTH);
}

export interface QueryWord {
  word: string;
  /** Its digits, if it can be a phone number. */
  digits: string | undefined;
  /** Its digits from the last to the first, if they are enough to find a number by its end. */
  lastDigits: string | undefined;
}

const PHONE = /^[\d+()./-]*\d[\d+()./-]*$/;

/** The zero that is only dialed within a country: +49 (0)151. */
const TRUNK_ZERO = /^(\+\d+)\(0\)/;

/** The words of a search. One that is a phone number with spaces is a single word. */
export function queryWords(q: string): QueryWord[] {
  // Otherwise the mark of last digits could be typed.
  const folded = foldText(q.replace(/\p{Cc}/gu, ' '));
  const joined = folded.replace(/\s+/g, '');
  const words = PHONE.test(joined) ? [joined] : folded.split(/\s+/).map(trimPunctuation);
  return [...new Set(words)]
    .filter((word) => word !== '')
    .map((word) => {
      const digits = PHONE.test(word)
        ? word.replace(TRUNK_ZERO, '$1').replace(/\D/g, '')
        : undefined;
      const isEnd = digits !== undefined && digits.length >= LAST_DIGITS_MIN;
      return { word, digits, lastDigits: isEnd ? reverse(digits) : undefined };
    });
}

/** "Doe, Jane" finds Jane Doe. */
function trimPunctuation(word: string): string {
  const trimmed = word.replace(/[,;]+$/, '');
  return trimmed === '' ? word : trimmed;
}
