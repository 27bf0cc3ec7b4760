import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Host names that teams publish experiences on. */
export const domains = pgTable(
  'domains',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    /** In ASCII and lower case, unique across all teams (decisions.md, 25). */
    name: text().notNull(),
    status: text().$type<'pending' | 'valid'>().notNull(),
    /** Not a foreign key: experiences reference domains, and the constraints would be circular. */
    defaultExperienceId: bigint('default_experience_id', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** Since when DNS records of a valid domain are missing or wrong; null while all are found. */
    recordsLostAt: moment('records_lost_at'),
    /** When the records of a valid domain are looked up again. */
    recordsCheckAt: moment('records_check_at').notNull().defaultNow(),
  },
  (table) => [
    unique('domains_name_unique').on(table.name),
    index('domains_team_index').on(table.teamId),
    index('domains_records_check_index').on(table.recordsCheckAt).where(sql`status = 'valid'`),
  ],
);

/** The roles a domain is shared with. Reads, lists and includes hide it from all other roles. */
export const domainRoles = pgTable(
  'domain_roles',
  {
    domainId: bigint('domain_id', { mode: 'number' })
      .notNull()
      .references(() => domains.id, { onDelete: 'cascade' }),
    roleId: bigint('role_id', { mode: 'number' })
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.domainId, table.roleId] }),
    index('domain_roles_role_index').on(table.roleId),
  ],
);

export type DomainRow = typeof domains.$inferSelect;
