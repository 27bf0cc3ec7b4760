export type Channel = 'email' | 'sms' | 'voice' | 'fax';

export interface OutgoingMessage {
  channel: Channel;
  /** An e-mail address, or a number in E.164. */
  to: string;
  /** Only for e-mail. */
  subject: string | null;
  text: string;
}

/** Sends the messages of one or more channels. */
export interface MessageTransport {
  /**
   * Whether the text stays in the database after sending. Only for the demo's outbox, whose messages
   * are read there.
   */
  readonly storesText: boolean;
  /** @throws when sending fails; the message is retried later. */
  send(message: OutgoingMessage): Promise<void>;
}

/** The transport of each channel. Messages of a channel without one wait, and the log says why. */
export type MessageTransports = Partial<Record<Channel, MessageTransport>>;
