import { X509Certificate } from 'node:crypto';
import { and, eq, isNull, like, lt } from 'drizzle-orm';
import type { DomainSetup } from '#contract/advocacy/domain-setup.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { DomainRow } from '#services/advocacy/domains/domains-table.ts';
import { MISSING_RECORDS_PATTERN } from '#services/advocacy/domains/records/required-records.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { domainCertificates } from './certificates-table.ts';
import { hasNoRunningAttempt } from './issue-certificates.ts';

/** Authorities limit failed attempts, so a user can't cause them faster than this. */
const MIN_RETRY_SECONDS = 10;

export type CertificateState = DomainSetup['attributes']['certificate'];

export async function getCertificateState(
  db: Queries,
  domainId: number,
): Promise<CertificateState> {
  const { chain, attempts, lastError, nextAttemptAt, expiresAt } = domainCertificates;
  const [row] = await db
    .select({ chain, attempts, lastError, nextAttemptAt, expiresAt })
    .from(domainCertificates)
    .where(eq(domainCertificates.domainId, domainId));
  if (!row) {
    const none = { error: null, next_attempt_at: null, issuer: null, expires_at: null };
    return { status: 'pending', attempts: 0, ...none };
  }
  const isIssued = row.chain !== null;
  return {
    status: isIssued ? 'issued' : row.lastError === null ? 'pending' : 'failed',
    error: isIssued ? null : row.lastError,
    attempts: row.attempts,
    next_attempt_at: isIssued ? null : row.nextAttemptAt.toISOString(),
    issuer: row.chain === null ? null : issuerOf(row.chain),
    expires_at: isIssued ? (row.expiresAt?.toISOString() ?? null) : null,
  };
}

/** The organization that signed a certificate, or its common name; null if it can't be read. */
function issuerOf(chain: string): string | null {
  try {
    const { issuer } = new X509Certificate(chain);
    const part = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(issuer)?.[1];
    return part('O') ?? part('CN') ?? null;
  } catch {
    return null;
  }
}

/** Makes a certificate that waited for DNS records due now, and drops the old error: they were found. */
export async function startWaitingCertificate(
  { db, clock }: Pick<ServiceDependencies, 'db' | 'clock'>,
  domainId: number,
): Promise<void> {
  const { chain, lastError } = domainCertificates;
  await db
    .update(domainCertificates)
    .set({ nextAttemptAt: clock.now(), lastError: null })
    .where(
      and(
        eq(domainCertificates.domainId, domainId),
        isNull(chain),
        like(lastError, MISSING_RECORDS_PATTERN),
      ),
    );
}

/** Makes a failed first certificate due now, unless the last attempt was just made. */
export async function retryFailedCertificate(
  { db, clock }: Pick<ServiceDependencies, 'db' | 'clock'>,
  { id, teamId, name }: DomainRow,
): Promise<void> {
  const { chain, lastAttemptAt } = domainCertificates;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const due = await tx
      .update(domainCertificates)
      .set({ nextAttemptAt: now })
      .where(
        and(
          eq(domainCertificates.domainId, id),
          isNull(chain),
          hasNoRunningAttempt(now),
          lt(lastAttemptAt, addSeconds(now, -MIN_RETRY_SECONDS)),
        ),
      )
      .returning({ domainId: domainCertificates.domainId });
    if (due.length === 0) return;
    const subject = { type: 'domain', id, name };
    await recordAudit(tx, { action: 'domain.retry_certificate', subject, teamId });
  });
}
