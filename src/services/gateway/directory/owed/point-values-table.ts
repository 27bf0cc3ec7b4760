import { bigint, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';

/** The value of a point, stated by the team; erased together with the loyalty connection. */
export const pointValues = pgTable('loyalty_point_values', {
  teamId: bigint('team_id', { mode: 'number' })
    .primaryKey()
    .references(() => loyaltyConnections.teamId, { onDelete: 'cascade' }),
  amount: numeric({ mode: 'number' }).notNull(),
  /** ISO 4217. */
  currency: text().notNull(),
});
