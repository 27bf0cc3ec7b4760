export const CHANNELS = ['email', 'sms', 'voice', 'fax'] as const;
export type Channel = (typeof CHANNELS)[number];

export interface OutgoingMessage {
  channel: Channel;
  /** An email address, or a number in E.164. */
  to: string;
  /** Only for email. */
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
  /**
   * @param deadline aborts the sending, and closes its connection
   * @throws when sending fails; the message is retried later.
   */
  send(message: OutgoingMessage, deadline?: AbortSignal): Promise<void>;
}

/** The transport of each channel. Messages of a channel without one wait, and the log says why. */
export type MessageTransports = Partial<Record<Channel, MessageTransport>>;
