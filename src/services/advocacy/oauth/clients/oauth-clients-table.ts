import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

const list = (name: string) => text(name).array().notNull().default(sql`'{}'::text[]`);

/** Applications that people sign in to. */
export const oauthClients = pgTable('oauth_clients', {
  id: text().primaryKey(),
  /** As the sign-in page shows it. */
  name: text().notNull(),
  /** Digest of a generated secret; null for a public client, which has none and must use PKCE. */
  secretDigest: text('secret_digest'),
  redirectUris: list('redirect_uris'),
  /** What it may ask for, and what it gets where it asks for nothing. */
  scopes: list('scopes'),
  /** Origins whose pages may call the token endpoints and the API (CORS). */
  corsOrigins: list('cors_origins'),
  /** Where the result of connecting an account may go (decisions.md, 22); null: anywhere. */
  connectOrigins: text('connect_origins').array(),
  connectRedirectUris: text('connect_redirect_uris').array(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
