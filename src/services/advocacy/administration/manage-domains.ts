import { and, asc, eq } from 'drizzle-orm';
import { domainCertificates } from '#services/advocacy/domains/certificates/certificates-table.ts';
import {
  hasNoRunningAttempt,
  privateKeyContext,
} from '#services/advocacy/domains/certificates/issue-certificates.ts';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

export interface DomainSummary {
  name: string;
  teamId: number;
  status: 'pending' | 'valid';
  /** When the certificate expires; null until it is issued. */
  expiresAt: Date | null;
  /** Failed attempts since the last success. */
  attempts: number;
  nextAttemptAt: Date;
  /** Why the last attempt failed. */
  lastError: string | null;
}

/** All domains by name, with the state of their certificates. */
export function listDomainSummaries(db: Queries): Promise<DomainSummary[]> {
  const { expiresAt, attempts, nextAttemptAt, lastError } = domainCertificates;
  return db
    .select({
      name: domains.name,
      teamId: domains.teamId,
      status: domains.status,
      expiresAt,
      attempts,
      nextAttemptAt,
      lastError,
    })
    .from(domains)
    .innerJoin(domainCertificates, eq(domainCertificates.domainId, domains.id))
    .orderBy(asc(domains.name));
}

/**
 * Makes a domain's certificate due, whether it waits after a failure or isn't to be renewed yet.
 * @throws {OperatorError} if there is no such domain, or an attempt is running
 */
export async function retryCertificate(db: Queries, name: string, now: Date): Promise<void> {
  const [domain] = await db
    .select({ id: domains.id, teamId: domains.teamId })
    .from(domains)
    .where(eq(domains.name, name));
  if (!domain) throw unknownDomain(name);
  const { domainId } = domainCertificates;
  const updated = await db
    .update(domainCertificates)
    .set({ nextAttemptAt: now })
    .where(and(eq(domainId, domain.id), hasNoRunningAttempt(now)))
    .returning({ domainId });
  if (updated.length === 0) throw new OperatorError(`The services are trying ${name} right now`);
  await recordAudit(db, {
    action: 'domain.retry_certificate',
    subject: { type: 'domain', id: domain.id, name },
    teamId: domain.teamId,
  });
}

/**
 * The certificate chain and the private key of a domain, both in PEM.
 * @throws {OperatorError} if there is no such domain, or no certificate yet
 */
export async function getCertificate(
  db: Queries,
  encryption: Encryption,
  name: string,
): Promise<{ chain: string; privateKey: string }> {
  const [row] = await db
    .select({
      domainId: domains.id,
      chain: domainCertificates.chain,
      privateKey: domainCertificates.privateKey,
    })
    .from(domains)
    .innerJoin(domainCertificates, eq(domainCertificates.domainId, domains.id))
    .where(eq(domains.name, name));
  if (!row) throw unknownDomain(name);
  const { domainId, chain, privateKey } = row;
  if (chain === null || privateKey === null) {
    throw new OperatorError(`${name} has no certificate yet; domains list shows why`);
  }
  return { chain, privateKey: encryption.decrypt(privateKey, privateKeyContext(domainId)) };
}

function unknownDomain(name: string): OperatorError {
  return new OperatorError(`There is no domain ${name}`);
}
