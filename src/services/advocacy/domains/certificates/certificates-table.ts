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
    /** PEM, the domain's certificate first; null until issued. */
    chain: text(),
    /** PKCS #8 in PEM, encrypted. */
    privateKey: text('private_key'),
    /** Id of the `CertificateIssuer`. */
    issuer: text(),
    expiresAt: moment('expires_at'),
    /** Failed attempts since the last success. */
    attempts: integer().notNull().default(0),
    /** When to issue or renew. While a process does so, when its claim expires. */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    /** Null while an attempt runs. */
    lastError: text('last_error'),
    lastAttemptAt: moment('last_attempt_at'),
  },
  (table) => [index('domain_certificates_due_index').on(table.nextAttemptAt)],
);

/** The local authority's certificate, shared by all processes. */
export const localAuthorities = pgTable('local_authorities', {
  name: text().primaryKey(),
  certificate: text().notNull(),
  /** PKCS #8 in PEM, encrypted. */
  privateKey: text('private_key').notNull(),
});
