import { sql } from 'drizzle-orm';
import { bigint, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { moment } from '#services/platform/database/columns.ts';

/**
 * How a user proved who they are, when they signed in or later in the session. `sso_one_step` is a sign-in at the
 * provider without any of the values that `PATRON_OIDC_AMR` names.
 */
export type SignInWay =
  | 'password'
  | 'code'
  | 'email_code'
  | 'recovery_code'
  | 'passkey'
  | 'sso'
  | 'sso_one_step';

/** How each sign-in began, and its last use: time, address and browser. A row is deleted with its grant. */
export const sessions = pgTable(
  'oauth_sessions',
  {
    /** Always `Grant`; part of the reference to `oauth_artifacts`. */
    kind: text().notNull().default('Grant'),
    /** The `idDigest` of the grant. */
    id: text().notNull(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    /** When the user signed in. */
    createdAt: moment('created_at').notNull(),
    /** Null if the version before ours created the session. */
    ways: text().array().$type<SignInWay[]>(),
    /** The issuer of a single sign-on, and its id of the session. */
    provider: text(),
    providerSessionId: text('provider_session_id'),
    lastUsedAt: moment('last_used_at').notNull(),
    ip: text(),
    userAgent: text('user_agent'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    foreignKey({
      columns: [table.kind, table.id],
      foreignColumns: [oauthArtifacts.kind, oauthArtifacts.idDigest],
    }).onDelete('cascade'),
    index('oauth_sessions_user_index').on(table.userId),
    index('oauth_sessions_provider_index')
      .on(table.provider, table.providerSessionId)
      .where(sql`${table.providerSessionId} is not null`),
  ],
);
