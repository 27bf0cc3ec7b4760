import { bigint, index, pgTable } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import { webhookTargets } from './webhook-targets-table.ts';

/** Events that were sent to others, or before, and are to be sent to a target, in steps. */
export const webhookResends = pgTable(
  'loyalty_webhook_resends',
  {
    id: idColumn(),
    targetId: bigint('target_id', { mode: 'number' })
      .notNull()
      .references(() => webhookTargets.id, { onDelete: 'cascade' }),
    /** The next step begins with events of a higher position; null for those that were created since a moment. */
    afterPosition: bigint('after_position', { mode: 'number' }),
    /** The next step begins with events that were created then, after `lastEventId`. */
    createdFrom: moment('created_from'),
    lastEventId: bigint('last_event_id', { mode: 'number' }).notNull().default(0),
    untilPosition: bigint('until_position', { mode: 'number' }).notNull(),
  },
  (table) => [index('loyalty_webhook_resends_target_index').on(table.targetId)],
);
