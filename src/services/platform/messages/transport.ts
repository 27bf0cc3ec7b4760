/** How a message reaches a person. */
export type Channel = 'email' | 'sms' | 'voice' | 'fax';

/** A message as a transport sends it. */
export interface OutgoingMessage {
  channel: Channel;
  /** An e-mail address, or a number in E.164. */
  to: string;
  /** Null on every channel but e-mail. */
  subject: string | null;
  text: string;
}

/** Carries messages of one or more channels out of the service. */
export interface MessageTransport {
  /**
   * Whether the database keeps the text after it is sent. Only the demo's outbox does, because
   * there the database is where the message arrives.
   */
  readonly storesText: boolean;
  /** @throws when it was not taken over; it is tried again later. */
  send(message: OutgoingMessage): Promise<void>;
}

/** The transport of each channel; a channel without one waits, with the reason in the log. */
export type MessageTransports = Partial<Record<Channel, MessageTransport>>;
