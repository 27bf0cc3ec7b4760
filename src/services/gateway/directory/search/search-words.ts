import { foldText } from '#contract/gateway/fold-text.ts';

const WORD_MAX_LENGTH = 200;

interface Searchable {
  id: string;
  member_id: string;
  first_name?: string | undefined;
  last_name?: string | undefined;
  email_address?: string | undefined;
  phone_number?: string | undefined;
}

/** The words by which a member is found. */
export interface MemberWords {
  /** Words of the names and the member id, and the email address: found by prefix and with typos. */
  words: string[];
  /** The service's id, and digits of the phone number after a `+`: found by prefix only. */
  prefixOnly: string[];
  /** Ids and the email address after a `=`: exact matches come first. */
  exact: string[];
}

export function memberWords(member: Searchable): MemberWords {
  const email = foldText(member.email_address ?? '');
  const memberId = foldText(member.member_id);
  const id = foldText(member.id);
  const names = [member.first_name ?? '', member.last_name ?? '', member.member_id];
  return {
    words: distinct([...names.flatMap((name) => splitName(foldText(name))), email]),
    prefixOnly: distinct([id, ...phoneDigits(member.phone_number ?? '').map((d) => `+${d}`)]),
    exact: distinct([id, memberId, email]).map((value) => `=${value}`),
  };
}

/** The words of a name; one with punctuation also without it, and its parts: o'neil, oneil, o, neil. */
function splitName(folded: string): string[] {
  return folded.split(/\s+/).flatMap((word) => {
    const parts = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
    return parts.length > 1 ? [word, parts.join(''), ...parts] : [word, ...parts];
  });
}

/** The digits of a phone number with and without its country code, `+<country code>-<number>`. */
function phoneDigits(phone: string): string[] {
  const [, ...national] = phone.split('-');
  return [phone, national.join('')].map((part) => part.replace(/\D/g, '')).filter((d) => d !== '');
}

function distinct(words: string[]): string[] {
  return [...new Set(words)].filter((word) => word !== '' && word.length <= WORD_MAX_LENGTH);
}

export interface QueryWord {
  word: string;
  /** If it can be a phone number. */
  digits: string | undefined;
}

const PHONE = /^[\d+()./-]*\d[\d+()./-]*$/;

/** The words of a search. One that is a phone number with spaces is a single word. */
export function queryWords(q: string): QueryWord[] {
  const folded = foldText(q);
  const joined = folded.replace(/\s+/g, '');
  const words = PHONE.test(joined) ? [joined] : folded.split(/\s+/).map(trimPunctuation);
  return [...new Set(words)]
    .filter((word) => word !== '')
    .map((word) => ({
      word,
      digits: PHONE.test(word) ? word.replace(/\D/g, '') : undefined,
    }));
}

/** "Doe, Jane" finds Jane Doe. */
function trimPunctuation(word: string): string {
  const trimmed = word.replace(/[,;]+$/, '');
  return trimmed === '' ? word : trimmed;
}
