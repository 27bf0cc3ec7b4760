import { bigint, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { idColumn } from '#services/platform/database/columns.ts';

/** Tiers of a program. New members start in the one with the lowest threshold. */
export const tiers = pgTable(
  'loyalty_tiers',
  {
    id: idColumn(),
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    /** `loyalty_tier_id` on the wire. */
    serviceId: text('service_id').notNull(),
    name: text().notNull(),
    /** Names by store language. */
    translations: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Minimum of qualified points. */
    threshold: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    unique('loyalty_tiers_service_id_unique').on(table.serviceId),
    unique('loyalty_tiers_threshold_unique').on(table.programId, table.threshold),
  ],
);
export type Tier = typeof tiers.$inferSelect;
