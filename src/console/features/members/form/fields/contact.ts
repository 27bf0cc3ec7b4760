import { EMAIL_ADDRESS } from '#contract/email-address.ts';
import { parsePhone } from '#contract/loyalty/members/phone.ts';

/** What two members can share by mistake; member IDs that differ in case only. */
export type ContactName = 'member_id' | 'email_address' | 'phone_number';

/** Shorter numbers are still being typed. */
const PHONE_DIGITS_MIN = 8;

/** What to look for; undefined while no complete value is typed. */
export function toContact(name: ContactName, typed: string): string | undefined {
  const text = typed.trim();
  if (name === 'member_id') return text.toLowerCase() || undefined;
  if (name === 'email_address') return EMAIL_ADDRESS.test(text) ? text.toLowerCase() : undefined;
  const phone = parsePhone(text);
  return phone.ok && digitsOf(phone.value).length >= PHONE_DIGITS_MIN ? phone.value : undefined;
}

/** @param contact by `toContact` */
export function isSameContact(
  name: ContactName,
  saved: string | undefined,
  contact: string | undefined,
): boolean {
  if (!saved || contact === undefined) return false;
  if (name === 'phone_number') return digitsOf(saved) === digitsOf(contact);
  return saved.toLowerCase() === contact;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
