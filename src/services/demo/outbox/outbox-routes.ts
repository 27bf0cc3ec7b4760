import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#services/platform/database/database.ts';
import { MESSAGE_TEXT_CONTEXT } from '#services/platform/messages/messages.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import type { Channel } from '#services/platform/messages/transport.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

const LIMIT = 200;

interface OutboxDependencies {
  db: Database;
  encryption: Encryption;
  /** Channels without a real transport. */
  channels: readonly Channel[];
}

/**
 * `GET /outbox?to=`: messages that the demo "sent", newest first; all recipients without `to`.
 * Messages of `channels` are listed as soon as they are enqueued, without waiting for the worker. The
 * text is empty if a real transport sent the message.
 */
export function outboxRoutes(
  app: FastifyInstance,
  { db, encryption, channels }: OutboxDependencies,
): void {
  app.get<{ Querystring: { to?: string | string[] } }>('/outbox', async (request, reply) => {
    // An unescaped plus arrives as a space, and every phone number starts with a plus.
    const to = request.query.to?.toString().replace(/^ (?=\d)/, '+');
    const rows = await db
      .select()
      .from(messages)
      .where(
        and(
          or(isNotNull(messages.sentAt), inArray(messages.channel, [...channels])),
          to === undefined ? undefined : eq(messages.to, to),
        ),
      )
      .orderBy(desc(messages.id))
      .limit(LIMIT);
    const data = rows.map(({ id, channel, to, subject, text, createdAt, sentAt }) => ({
      id: String(id),
      channel,
      to,
      subject,
      text: text === null ? '' : encryption.decrypt(text, MESSAGE_TEXT_CONTEXT),
      sent_at: (sentAt ?? createdAt).toISOString(),
    }));
    return reply.header('cache-control', 'no-store').send({ data });
  });
}
