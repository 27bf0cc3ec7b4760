import { sql } from 'drizzle-orm';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { messages } from './messages-table.ts';
import type { Channel } from './transport.ts';

/** The NOTIFY channel that tells the delivery worker of new messages. */
export const MESSAGES_CHANNEL = 'messages';
/** Ties a sealed text to its place (see Encryption). */
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
  /** An e-mail address, or a number in E.164. */
  to: string;
  /** For e-mail only. */
  subject?: string;
  text: string;
  /** For how long it is worth delivering, in seconds; a day where nothing is said. */
  usefulForSeconds?: number;
}

/** Where the services leave their messages to people. */
export interface Messages {
  /**
   * Writes a message in the caller's transaction: it is delivered after the commit, or never was.
   */
  enqueue(tx: Queries, message: NewMessage): Promise<void>;
}

/** Messages in the database, sealed, of which the delivery worker is told at the commit. */
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
