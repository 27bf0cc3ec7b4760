import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { moment } from '#services/platform/database/columns.ts';

/** Each domain's certificate, and the state of the job that issues and renews it. */
export const domainCertificates = pgTable(
  'domain_certificates',
  {
    domainId: bigint('domain_id', { mode: 'number' })
      .primaryKey()
      .references(() => domains.id, { onDelete: 'cascade' }),
    /** PEM, the domain's own first; null until one is issued. */
    chain: text(),
    /** PKCS #8 in PEM, encrypted. */
    privateKey: text('private_key'),
    /** Who issued it: a `CertificateIssuer`'s id. */
    issuer: text(),
    expiresAt: moment('expires_at'),
    /** Since the last success. */
    attempts: integer().notNull().default(0),
    /** When to issue or renew; while that is under way: when its claim ends. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastError: text('last_error'),
  },
  (table) => [index('domain_certificates_due_index').on(table.nextAttemptAt)],
);

/** The local authority's own certificate, made once for all processes. */
export const localAuthorities = pgTable('local_authorities', {
  name: text().primaryKey(),
  certificate: text().notNull(),
  /** PKCS #8 in PEM, encrypted. */
  privateKey: text('private_key').notNull(),
});
