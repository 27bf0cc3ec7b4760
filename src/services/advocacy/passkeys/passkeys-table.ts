import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#services/advocacy/users/users-table.ts';
import { bytes, idColumn, moment } from '#services/platform/database/columns.ts';

/** Passkeys of users. Triggers count a new or removed one as a change of a way to sign in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    credentialId: text('credential_id').notNull().unique('passkeys_credential_unique'),
    /** In COSE format. */
    publicKey: bytes('public_key').notNull(),
    /** The last value of the authenticator's signature counter; 0 if it has none. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** Whether it can be copied to other devices, whose counters differ. */
    synced: boolean().notNull(),
    transports: text().array().notNull(),
    /** The relying party that the browser offers it to: a host. */
    rpId: text('rp_id').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user_index').on(table.userId)],
);
export type PasskeyRow = typeof passkeys.$inferSelect;

/** Challenges that were used, until they expire. Those that weren't are not stored. */
export const usedPasskeyChallenges = pgTable(
  'used_passkey_challenges',
  {
    digest: text().primaryKey(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('used_passkey_challenges_expiry_index').on(table.expiresAt)],
);
