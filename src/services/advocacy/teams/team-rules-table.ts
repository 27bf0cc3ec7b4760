import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { SUPPORT_POINTS_MAX_DEFAULT } from '#contract/roles/role-table.ts';
import { moment } from '#services/platform/database/columns.ts';
import { teams } from './teams-table.ts';

/** What a team asks of every session that uses it (decisions.md, 67). A team without rules has no row. */
export const teamRules = pgTable('team_rules', {
  teamId: bigint('team_id', { mode: 'number' })
    .primaryKey()
    .references(() => teams.id, { onDelete: 'cascade' }),
  /** Since when a second step is required; null if it is optional. */
  secondStepSince: moment('second_step_since'),
  /** How long after the sign-in a session can use the team. */
  sessionHours: integer('session_hours'),
  /** In CIDR notation; empty for all. */
  networks: text().array().notNull().default([]),
  /** The most points that a support agent can adjust at a time. */
  supportPointsMax: bigint('support_points_max', { mode: 'number' })
    .notNull()
    .default(SUPPORT_POINTS_MAX_DEFAULT),
});

export type StoredRules = Omit<typeof teamRules.$inferSelect, 'teamId'>;

/** The rules of a team without a row. */
export const NO_RULES: StoredRules = {
  secondStepSince: null,
  sessionHours: null,
  networks: [],
  supportPointsMax: SUPPORT_POINTS_MAX_DEFAULT,
};

export const storedRules = {
  // The first column is never null in a row: by a null there, drizzle knows that the left join found none.
  supportPointsMax: teamRules.supportPointsMax,
  secondStepSince: teamRules.secondStepSince,
  sessionHours: teamRules.sessionHours,
  networks: teamRules.networks,
};
