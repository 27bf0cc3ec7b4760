import { maskPhoneNumber } from '#contract/advocacy/authentication-factors.ts';
import type { Channel } from '#services/platform/messages/transport.ts';
import type { AuthenticationFactorRow } from './authentication-factors-table.ts';

interface MessageContent {
  subject?: string;
  text: string;
}

export function codeMessage(code: string, channel: Channel): MessageContent {
  const text = `${code} is your Patron code. It expires in 10 minutes. Don't share it with anyone.`;
  return channel === 'email' ? { subject: 'Your Patron code', text } : { text };
}

/** Sent when a factor is activated (advocacy.md, States and transitions). */
export function activationEmail(factor: AuthenticationFactorRow): MessageContent {
  return {
    subject: 'A sign-in method was added to your Patron account',
    text: `You can now sign in to Patron with ${nameOf(factor)}.\n\n${NOT_YOU}`,
  };
}

export function removalEmail(factor: AuthenticationFactorRow): MessageContent {
  const effect =
    factor.status === 'active'
      ? `You can no longer sign in to Patron with ${nameOf(factor)}.`
      : `You canceled setting up ${nameOf(factor)}. Nothing changes about how you sign in.`;
  return {
    subject: 'A sign-in method was removed from your Patron account',
    text: `${effect}\n\n${NOT_YOU}`,
  };
}

/** Sent when a recovery code was used to sign in. */
export function recoveryCodeUsedEmail(left: number): MessageContent {
  const rest =
    left === 0
      ? 'It was your last one, so create new recovery codes now.'
      : `You have ${left} left.`;
  return {
    subject: 'A recovery code was used to sign in to your Patron account',
    text: `Someone signed in to your Patron account with a recovery code. ${rest}\n\n${NOT_YOU}`,
  };
}

const NOT_YOU = "If this wasn't you, change your password and contact your Patron administrator.";

function nameOf({ type, channel, externalId }: AuthenticationFactorRow): string {
  if (type === 'one_time_password') return 'codes from your authenticator app';
  if (type === 'recovery_code') return 'your recovery codes';
  if (channel === 'email') return 'codes sent by email';
  const means = channel === 'sms' ? 'text message' : channel === 'voice' ? 'phone call' : 'fax';
  return `codes sent by ${means} to ${maskPhoneNumber(externalId ?? '')}`;
}

/** A factor as the console calls it, with its masked number: "Text message (+15•••34)". */
export function methodName({ type, channel, externalId }: AuthenticationFactorRow): string {
  const name = channel === null ? TYPES[type] : CHANNELS[channel];
  return externalId === null ? name : `${name} (${maskPhoneNumber(externalId)})`;
}

const TYPES = {
  one_time_password: 'Authenticator app',
  out_of_band: 'Codes',
  recovery_code: 'Recovery codes',
};
const CHANNELS = { email: 'Email', sms: 'Text message', voice: 'Voice call', fax: 'Fax' };

/** Hides the local part of an email address, except for its first character. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1•••');
}
