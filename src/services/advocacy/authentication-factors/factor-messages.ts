import type { Channel } from '#services/platform/messages/transport.ts';
import type { AuthenticationFactorRow } from './authentication-factors-table.ts';

interface Text {
  subject?: string;
  text: string;
}

/** The message that carries a code. */
export function codeMessage(code: string, channel: Channel): Text {
  const text = `${code} is your Patron code. It is valid for 10 minutes. Give it to nobody.`;
  return channel === 'email' ? { subject: 'Your Patron code', text } : { text };
}

/** The e-mail after a factor was verified (advocacy.md, States and transitions). */
export function activationEmail(factor: AuthenticationFactorRow): Text {
  const name = nameOf(factor);
  return {
    subject: 'A sign-in factor was added to your Patron account',
    text: `From now on you can sign in to Patron with ${name}.\n\n${NOT_YOU}`,
  };
}

/** The e-mail after a factor was removed. */
export function removalEmail(factor: AuthenticationFactorRow): Text {
  const name = nameOf(factor);
  return {
    subject: 'A sign-in factor was removed from your Patron account',
    text: `You can no longer sign in to Patron with ${name}.\n\n${NOT_YOU}`,
  };
}

const NOT_YOU = 'If this was not you, change your password and tell the people who run Patron.';

function nameOf({ type, channel, externalId }: AuthenticationFactorRow): string {
  if (type === 'one_time_password') return 'codes of your authenticator app';
  if (type === 'recovery_code') return 'your recovery codes';
  if (channel === 'email') return 'codes by e-mail';
  const means = channel === 'sms' ? 'by SMS' : channel === 'voice' ? 'by phone call' : 'by fax';
  return `codes ${means} to ${maskNumber(externalId ?? '')}`;
}

/** A number with its middle hidden: enough to know one's own. */
export function maskNumber(number: string): string {
  return `${number.slice(0, 3)}•••${number.slice(-2)}`;
}

/** An e-mail address with most of its name hidden. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1•••');
}
