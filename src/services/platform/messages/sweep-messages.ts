import { and, isNull, lt } from 'drizzle-orm';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { deleteBatch } from '#services/platform/database/delete-batch.ts';
import { messages } from './messages-table.ts';

/** Not longer, because the rows contain personal data. */
const RETENTION_DAYS = 30;
const BATCH = 1_000;

/**
 * Deletes sent and expired messages that are older than 30 days.
 * @returns whether there may be more
 */
export async function sweepMessages(db: Database, clock: Clock): Promise<boolean> {
  const before = addSeconds(clock.now(), -RETENTION_DAYS * DAY_SECONDS);
  const swept = await deleteBatch(db, {
    table: messages,
    key: messages.id,
    where: and(isNull(messages.nextAttemptAt), lt(messages.createdAt, before)),
    orderBy: messages.id,
    limit: BATCH,
  });
  return swept.length === BATCH;
}
