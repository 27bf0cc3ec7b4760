import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** Each team's loyalty program and its keys, which are never sent to a browser. */
export const loyaltyConnections = pgTable('loyalty_connections', {
  teamId: bigint('team_id', { mode: 'number' }).primaryKey(),
  /** {loyalty_base_url}; null if this deployment serves the program. */
  baseUrl: text('base_url'),
  partnerId: text('partner_id').notNull(),
  /** Encrypted. */
  apiKey: text('api_key').notNull(),
  /** Encrypted. Verifies the signatures of incoming webhooks. */
  webhookSecret: text('webhook_secret').notNull(),
  /** Encrypted. The last secret, which is accepted until `previousSecretUntil`. */
  previousWebhookSecret: text('previous_webhook_secret'),
  previousSecretUntil: moment('previous_secret_until'),
  /** The webhook of the program that fills the inbox; null if the program is elsewhere. */
  webhookId: bigint('webhook_id', { mode: 'number' }),
});
