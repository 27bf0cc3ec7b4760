import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

export const emailTemplates = pgTable(
  'email_templates',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    subject: text().notNull(),
    html: text().notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('email_templates_team_index').on(table.teamId, table.id)],
);
