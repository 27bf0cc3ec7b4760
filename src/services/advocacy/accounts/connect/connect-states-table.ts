import { bigint, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { accounts } from '#services/advocacy/accounts/accounts-table.ts';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Connections in progress at a third party: who started them, and where the result goes. */
export const connectStates = pgTable(
  'connect_states',
  {
    id: idColumn(),
    /** Digest of the `state` parameter sent to the third party. */
    stateDigest: text('state_digest').notNull(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['account_new', 'account_edit'] }).notNull(),
    /**
     * The account to reauthorize; null for a new account. Also null once the account is deleted: the
     * row stays, so that the user gets an error when they come back.
     */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id, {
      onDelete: 'set null',
    }),
    accountType: text('account_type').notNull(),
    site: text(),
    /** The PKCE verifier, encrypted in the context of the state's digest. */
    codeVerifier: text('code_verifier').notNull(),
    origin: text(),
    redirectUri: text('redirect_uri'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    unique('connect_states_digest_unique').on(table.stateDigest),
    index('connect_states_expiry_index').on(table.expiresAt),
    index('connect_states_account_index').on(table.accountId),
  ],
);
