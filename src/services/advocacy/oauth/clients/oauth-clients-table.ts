import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

const list = (name: string) => text(name).array().notNull().default(sql`'{}'::text[]`);

/** Applications that users sign in to. */
export const oauthClients = pgTable('oauth_clients', {
  id: text().primaryKey(),
  /** Shown on the sign-in page. */
  name: text().notNull(),
  /** Digest of a generated secret; null for a public client, which must use PKCE. */
  secretDigest: text('secret_digest'),
  redirectUris: list('redirect_uris'),
  /** Scopes it may request, and its default. */
  scopes: list('scopes'),
  /** Origins allowed to call the token endpoints and the API (CORS). */
  corsOrigins: list('cors_origins'),
  /** Allowed recipients of the result of connecting an account (decisions.md, 22); null for any. */
  connectOrigins: text('connect_origins').array(),
  connectRedirectUris: text('connect_redirect_uris').array(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
