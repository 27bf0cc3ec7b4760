import { sql } from 'drizzle-orm';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { messages } from './messages-table.ts';
import type { Channel } from './transport.ts';

/** The NOTIFY channel for new messages. */
export const MESSAGES_CHANNEL = 'messages';
/** Binds an encrypted text to this column (see Encryption). */
export const MESSAGE_TEXT_CONTEXT = 'messages.text';
export const encryptedTexts = encryptedColumn({
  table: messages,
  key: messages.id,
  value: messages.text,
  parts: {},
  contextOf: () => MESSAGE_TEXT_CONTEXT,
});

interface NewMessage {
  channel: Channel;
  /** An email address, or a number in E.164. */
  to: string;
  /** For email only. */
  subject?: string;
  text: string;
  /** Seconds until it expires; a day by default. */
  usefulForSeconds?: number;
}

/** The queue of messages to users. */
export interface Messages {
  /**
   * Writes a message in the caller's transaction. It is delivered after the commit.
   */
  enqueue(tx: Queries, message: NewMessage): Promise<void>;
}

/** Stores messages encrypted, and notifies the delivery worker on commit. */
export function createMessages(clock: Clock, encryption: Encryption): Messages {
  return {
    async enqueue(tx, { channel, to, subject, text, usefulForSeconds = DAY_SECONDS }) {
      const now = clock.now();
      await tx.insert(messages).values({
        channel,
        to,
        subject: subject ?? null,
        text: encryption.encrypt(text, MESSAGE_TEXT_CONTEXT),
        createdAt: now,
        expiresAt: addSeconds(now, usefulForSeconds),
        nextAttemptAt: now,
      });
      await tx.execute(sql`select pg_notify(${MESSAGES_CHANNEL}, '')`);
    },
  };
}
