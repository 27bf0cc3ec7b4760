import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/**
 * What the authorization server keeps between requests: codes, tokens, grants and interactions.
 * Ids are the values that a client or a browser holds, so only their digests are stored.
 */
export const oauthArtifacts = pgTable(
  'oauth_artifacts',
  {
    /** oidc-provider's name of the kind: AccessToken, RefreshToken, AuthorizationCode, Grant ... */
    kind: text().notNull(),
    idDigest: text('id_digest').notNull(),
    /** Everything else that oidc-provider keeps of it, without the id. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The `idDigest` of the Grant that it came from: a token family. */
    grantId: text('grant_id'),
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idDigest] }),
    index('oauth_artifacts_grant_index').on(table.grantId),
    index('oauth_artifacts_expiry_index').on(table.expiresAt),
  ],
);
