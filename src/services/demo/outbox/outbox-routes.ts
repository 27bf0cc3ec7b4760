import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#services/platform/database/database.ts';
import { sendPlainError } from '#services/platform/http/errors.ts';
import { renderEmail } from '#services/platform/messages/email-html.ts';
import { MESSAGE_TEXT_CONTEXT } from '#services/platform/messages/messages.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import type { Channel } from '#services/platform/messages/transport.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

const LIMIT = 200;
/** An email's styles are inline; its links may be followed. */
const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-top-navigation-by-user-activation";

interface OutboxDependencies {
  db: Database;
  encryption: Encryption;
  /** Channels without a real transport. */
  channels: readonly Channel[];
}

/**
 * `GET /outbox?to=`: messages that the demo "sent", newest first; all recipients without `to`.
 * Messages of `channels` are listed as soon as they are enqueued, without waiting for the worker. The
 * text is empty if a real transport sent the message. `GET /outbox/{id}`: the HTML of an email.
 */
export function outboxRoutes(
  app: FastifyInstance,
  { db, encryption, channels }: OutboxDependencies,
): void {
  const isListed = or(isNotNull(messages.sentAt), inArray(messages.channel, [...channels]));

  app.get<{ Querystring: { to?: string | string[] } }>('/outbox', async (request, reply) => {
    // An unescaped plus arrives as a space, and every phone number starts with a plus.
    const to = request.query.to?.toString().replace(/^ (?=\d)/, '+');
    const rows = await db
      .select()
      .from(messages)
      .where(and(isListed, to === undefined ? undefined : eq(messages.to, to)))
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

  app.get<{ Params: { id: string } }>('/outbox/:id', async (request, reply) => {
    const { id } = request.params;
    const [row] = await db
      .select()
      .from(messages)
      .where(and(eq(messages.id, /^\d{1,15}$/.test(id) ? Number(id) : -1), isListed));
    if (row?.channel !== 'email' || row.text === null) return sendPlainError(request, reply, 404);
    const text = encryption.decrypt(row.text, MESSAGE_TEXT_CONTEXT);
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': CSP,
        'content-type': 'text/html; charset=utf-8',
      })
      .send(renderEmail({ subject: row.subject ?? '', text }));
  });
}
