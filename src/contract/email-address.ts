/** The longest address that SMTP carries (RFC 5321). */
export const EMAIL_ADDRESS_MAX_LENGTH = 254;

/**
 * An email address of both APIs, apart from its whole length: up to 64 characters of RFC 5322's
 * atoms, with single dots between them, at a host name in ASCII, so that a top level such as
 * xn--p1ai is one too, and no address of a machine.
 */
export const EMAIL_ADDRESS =
  /^(?!\.|.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:(?!-)[a-z\d-]{0,62}[a-z\d]\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;
