import { createPhoneTransport } from './phone-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import type { Channel, MessageTransport, MessageTransports } from './transport.ts';

/** The demo's outbox: the messages stay where they are, and are listed at `/demo/outbox`. */
const outboxTransport: MessageTransport = { storesText: true, send: async () => {} };

interface TransportSettings {
  smtpUrl: string | undefined;
  /** See createPhoneTransport. */
  phoneUrl: string | undefined;
  /** Whether channels without a real transport go to the outbox; otherwise they wait. */
  demo: boolean;
  /** The address that people use. */
  publicUrl: string;
}

/** The channels that the demo's outbox stands in for: those without a real transport. */
export function outboxChannels({
  smtpUrl,
  phoneUrl,
}: Pick<TransportSettings, 'smtpUrl' | 'phoneUrl'>): Channel[] {
  const channels: Channel[] = [];
  if (!smtpUrl) channels.push('email');
  if (!phoneUrl) channels.push('sms', 'voice', 'fax');
  return channels;
}

/** Chooses each channel's transport by what is configured. */
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
