import { createPhoneTransport } from './phone-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import type { Channel, MessageTransport, MessageTransports } from './transport.ts';

/** The demo's outbox: messages stay in the database and are listed at `/demo/outbox`. */
const outboxTransport: MessageTransport = { storesText: true, send: async () => {} };

interface TransportSettings {
  smtpUrl: string | undefined;
  /** See createPhoneTransport. */
  phoneUrl: string | undefined;
  /** Whether channels without a real transport use the outbox; otherwise their messages wait. */
  demo: boolean;
  publicUrl: string;
}

/** The channels that the demo's outbox replaces: those without a real transport. */
export function outboxChannels({
  smtpUrl,
  phoneUrl,
}: Pick<TransportSettings, 'smtpUrl' | 'phoneUrl'>): Channel[] {
  const channels: Channel[] = [];
  if (!smtpUrl) channels.push('email');
  if (!phoneUrl) channels.push('sms', 'voice', 'fax');
  return channels;
}

export function createMessageTransports({
  smtpUrl,
  phoneUrl,
  demo,
  publicUrl,
}: TransportSettings): MessageTransports {
  const outbox = demo ? outboxTransport : undefined;
  const email = smtpUrl ? createSmtpTransport(smtpUrl, new URL(publicUrl).hostname) : outbox;
  const phone = phoneUrl ? createPhoneTransport(phoneUrl) : outbox;
  return {
    ...(email ? { email } : {}),
    ...(phone ? { sms: phone, voice: phone, fax: phone } : {}),
  };
}
