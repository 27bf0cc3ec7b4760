import { and, count, desc, eq, gte, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listWebhookRequests } from '#contract/console/inbox.ts';
import type { Queries } from '../../platform/database/database.ts';
import { readCursor } from './inbox-page.ts';
import { type WebhookRequestRow, webhookRequests } from './webhook-requests-table.ts';

type Filters = z.output<typeof listWebhookRequests.query>;

/** A page of a team's deliveries, newest first, one more than asked for; and how many there are. */
export async function findRequests(
  db: Queries,
  teamId: number,
  query: Filters,
): Promise<{ rows: WebhookRequestRow[]; total: number }> {
  const start = readCursor(query.start_cursor);
  const { id, receivedAt, verdict, eventType } = webhookRequests;
  const matching = and(
    eq(webhookRequests.teamId, teamId),
    query.verdict === undefined ? undefined : eq(verdict, query.verdict),
    query.event_type === undefined ? undefined : eq(eventType, query.event_type),
    query.since === undefined ? undefined : gte(receivedAt, new Date(query.since)),
    query.until === undefined ? undefined : lt(receivedAt, new Date(query.until)),
  );
  const [counted] = await db.select({ total: count() }).from(webhookRequests).where(matching);
  const rows = await db
    .select()
    .from(webhookRequests)
    .where(and(matching, start === undefined ? undefined : lt(id, start)))
    .orderBy(desc(id))
    .limit(query.count + 1);
  return { rows, total: counted?.total ?? 0 };
}

/** A team's delivery, or undefined where there is none of that id. */
export async function findRequest(
  db: Queries,
  teamId: number,
  id: string,
): Promise<WebhookRequestRow | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [row] = await db
    .select()
    .from(webhookRequests)
    .where(and(eq(webhookRequests.teamId, teamId), eq(webhookRequests.id, Number(id))));
  return row;
}
