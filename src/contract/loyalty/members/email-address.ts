import { EMAIL_ADDRESS, EMAIL_ADDRESS_MAX_LENGTH } from '#contract/email-address.ts';
import { invalid, type Parsed, valid } from '#contract/loyalty/parsed.ts';

export function parseEmailAddress(text: string): Parsed<string> {
  const isAddress = text.length <= EMAIL_ADDRESS_MAX_LENGTH && EMAIL_ADDRESS.test(text);
  return isAddress ? valid(text) : invalid('Enter an email address such as name@example.com');
}
