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
    /** In ASCII and lower case; no two teams share one (decisions.md, 25). */
    name: text().notNull(),
    status: text().$type<'pending' | 'valid'>().notNull(),
    /** No foreign key: experiences refer to their domain, and one of the two has to come first. */
    defaultExperienceId: bigint('default_experience_id', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    unique('domains_name_unique').on(table.name),
    index('domains_team_index').on(table.teamId),
  ],
);

/** Which roles see a domain: reads, lists and includes show it to nobody else. */
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
