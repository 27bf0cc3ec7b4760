import * as z from 'zod/mini';
import { requiredText } from './text.ts';

/** The longest address that SMTP allows (RFC 5321). */
export const EMAIL_ADDRESS_MAX_LENGTH = 254;

/**
 * An email address, in both APIs, except for its total length: up to 64 characters of RFC 5322 atoms
 * separated by single dots, then an ASCII host name. Punycode top-level domains such as xn--p1ai are
 * valid, IP addresses are not.
 */
export const EMAIL_ADDRESS =
  /^(?!\.|.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:(?!-)[a-z\d-]{0,62}[a-z\d]\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;

export const emailAddressSchema = requiredText(
  EMAIL_ADDRESS_MAX_LENGTH,
  'Enter an email address',
).check(z.regex(EMAIL_ADDRESS, { error: 'Enter an email address such as name@example.com' }));
