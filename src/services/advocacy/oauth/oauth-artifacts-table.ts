import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/**
 * Codes, tokens, grants and interactions of the authorization server. Ids are the values that clients
 * or browsers have, so only their digests are stored.
 */
export const oauthArtifacts = pgTable(
  'oauth_artifacts',
  {
    /** oidc-provider's model name: AccessToken, RefreshToken, AuthorizationCode, Grant ... */
    kind: text().notNull(),
    idDigest: text('id_digest').notNull(),
    /** The rest of oidc-provider's data, without the id. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The `idDigest` of its Grant, which identifies a token family. */
    grantId: text('grant_id'),
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at'),
    /** Digest of whose open sign-ins this one counts among; only of sign-ins in progress. */
    openedBy: text('opened_by'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idDigest] }),
    index('oauth_artifacts_grant_index').on(table.grantId),
    index('oauth_artifacts_expiry_index').on(table.expiresAt),
    index('oauth_artifacts_opener_index')
      .on(table.openedBy, table.expiresAt)
      .where(sql`${table.openedBy} is not null`),
  ],
);
