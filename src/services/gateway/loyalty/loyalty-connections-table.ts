import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

/** Each team's loyalty program, with the keys that a browser never sees. */
export const loyaltyConnections = pgTable('loyalty_connections', {
  teamId: bigint('team_id', { mode: 'number' }).primaryKey(),
  /** {loyalty_base_url}; null where the program is served by this deployment. */
  baseUrl: text('base_url'),
  partnerId: text('partner_id').notNull(),
  /** Encrypted. */
  apiKey: text('api_key').notNull(),
  /** Encrypted: the key of the signatures of incoming webhooks. */
  webhookSecret: text('webhook_secret').notNull(),
});
