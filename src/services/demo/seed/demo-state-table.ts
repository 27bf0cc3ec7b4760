import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core';

/** One row, for a database that contains the demo data. */
export const demoState = pgTable('demo_state', {
  id: text().primaryKey().default('demo'),
  /** False after a start without the demo has switched its sign-ins, client and keys off. */
  isOn: boolean('is_on').notNull(),
  /** The demo's users. They may have other email addresses by now. */
  userIds: bigint('user_ids', { mode: 'number' }).array().notNull(),
});
