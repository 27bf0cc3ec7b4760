import { bigint, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import { accounts } from './accounts-table.ts';

/** Pages, channels or shops that belong to an account at the third party. */
export const subaccounts = pgTable(
  'subaccounts',
  {
    id: idColumn(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    externalId: text('external_id').notNull(),
    name: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('subaccounts_account_external_id_unique').on(table.accountId, table.externalId),
  ],
);
