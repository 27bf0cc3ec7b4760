import { and, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import {
  describeMissingRecords,
  type RequiredRecords,
} from '#services/advocacy/domains/records/required-records.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { type Claim, createClaims } from '#services/platform/jobs/claims.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { CertificateIssuer } from './certificate-issuer.ts';
import { domainCertificates } from './certificates-table.ts';

/** After a crash during issuance, another process retries when the lease expires. */
const LEASE_SECONDS = 120;
const WORKER_INTERVAL_MS = 1_000;
/** DNS changes take minutes, so a domain that waits for its records is checked at least this often. */
const MAX_RECORDS_WAIT_SECONDS = 300;

export const certificateClaims = createClaims({
  table: domainCertificates,
  key: 'domainId',
  batchSize: 5,
  leaseSeconds: LEASE_SECONDS,
  retry: { firstSeconds: 30, factor: 2, maxSeconds: 21_600 },
});

type ClaimedCertificate = Claim<typeof domainCertificates>;

interface CertificatesDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  log: Log;
  certificateIssuer: CertificateIssuer;
  /** A pending domain's certificate waits for them. */
  requiredRecords: Pick<RequiredRecords, 'check'>;
}

/**
 * Matches certificates that may be made due. While an attempt runs there is no error, and
 * `nextAttemptAt` is when its lease ends: a change would let another process start a second one.
 */
export function hasNoRunningAttempt(now: Date): SQL | undefined {
  const { lastError, nextAttemptAt } = domainCertificates;
  return or(isNotNull(lastError), gt(nextAttemptAt, addSeconds(now, LEASE_SECONDS)));
}

/** Encryption context of a domain's private key. */
export const privateKeyContext = (domainId: number) =>
  `domain_certificates.private_key:${domainId}`;

export const encryptedCertificateKeys = encryptedColumn({
  table: domainCertificates,
  key: domainCertificates.domainId,
  value: domainCertificates.privateKey,
  parts: { domainId: domainCertificates.domainId },
  contextOf: ({ domainId }) => privateKeyContext(domainId),
});

/** Issues and renews certificates; any number of processes may run this worker. */
export function startCertificatesWorker(dependencies: CertificatesDependencies): Worker {
  let isFirstRun = true;
  return startWorker({
    name: 'certificates',
    intervalMs: WORKER_INTERVAL_MS,
    async work() {
      if (isFirstRun) await renewFromOtherIssuers(dependencies);
      isFirstRun = false;
      return issueDueCertificates(dependencies);
    },
    log: dependencies.log,
  });
}

/**
 * Issues a batch of due certificates, both new ones and renewals. Any number of processes may run it.
 * @returns whether there may be more
 */
export async function issueDueCertificates(
  dependencies: CertificatesDependencies,
): Promise<boolean> {
  const { db } = dependencies;
  const claimed = await claimDueCertificates(dependencies);
  if (claimed.length === 0) return false;
  const ids = claimed.map(({ domainId }) => domainId);
  const rows = await db
    .select({ id: domains.id, name: domains.name, status: domains.status })
    .from(domains)
    .where(inArray(domains.id, ids));
  const byId = new Map(rows.map((domain) => [domain.id, domain]));
  await Promise.all(
    claimed.map(async (certificate) => {
      const domain = byId.get(certificate.domainId);
      // Without a domain, it was deleted after the claim, and its certificate with it.
      if (domain) await issue(dependencies, certificate, domain);
    }),
  );
  return claimed.length === certificateClaims.batchSize;
}

/** In one transaction, so that `hasNoRunningAttempt` never takes a claim for a failed attempt. */
function claimDueCertificates({
  db,
  clock,
}: Pick<CertificatesDependencies, 'db' | 'clock'>): Promise<ClaimedCertificate[]> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const claimed = await certificateClaims.claimDue(tx, now);
    const ids = claimed.map(({ domainId }) => domainId);
    if (ids.length > 0) {
      await tx
        .update(domainCertificates)
        .set({ lastError: null, lastAttemptAt: now })
        .where(inArray(domainCertificates.domainId, ids));
    }
    return claimed;
  });
}

/**
 * Makes certificates of other issuers due, so that a change of the configured authority takes effect
 * at the next start. The domains stay valid until then.
 */
export async function renewFromOtherIssuers({
  db,
  clock,
  certificateIssuer,
}: Pick<CertificatesDependencies, 'db' | 'clock' | 'certificateIssuer'>): Promise<void> {
  const { chain, issuer } = domainCertificates;
  const now = clock.now();
  const isFromOther = or(isNull(issuer), ne(issuer, certificateIssuer.id));
  await db
    .update(domainCertificates)
    .set({ nextAttemptAt: now })
    .where(and(isNotNull(chain), isFromOther, hasNoRunningAttempt(now)));
}

/** The domain's DNS records are not what this deployment needs. */
class MissingRecordsError extends Error {}

async function issue(
  dependencies: CertificatesDependencies,
  claim: ClaimedCertificate,
  { name, status }: { name: string; status: string },
): Promise<void> {
  const { clock, encryption, log, certificateIssuer, requiredRecords } = dependencies;
  try {
    if (status === 'pending') {
      const problem = describeMissingRecords(await requiredRecords.check(name));
      if (problem !== undefined) throw new MissingRecordsError(problem);
    }
    const { chain, privateKey, expiresAt } = await certificateIssuer.issue(name);
    await finish(dependencies, claim, {
      chain,
      privateKey: encryption.encrypt(privateKey, privateKeyContext(claim.domainId)),
      issuer: certificateIssuer.id,
      expiresAt,
      attempts: 0,
      nextAttemptAt: renewalTime(expiresAt, clock.now()),
      lastError: null,
    });
    log.info({ domain: name, expiresAt }, 'a certificate was issued');
  } catch (error) {
    const { outcome, waitSeconds } = certificateClaims.fail(claim, error, clock.now());
    const isWaiting = error instanceof MissingRecordsError;
    const wait = isWaiting ? Math.min(waitSeconds, MAX_RECORDS_WAIT_SECONDS) : waitSeconds;
    log.warn(
      { domain: name, attempts: outcome.attempts, wait, err: error },
      'a certificate could not be issued; will retry',
    );
    await finish(dependencies, claim, {
      ...outcome,
      nextAttemptAt: addSeconds(clock.now(), wait),
    });
  }
}

/** When a third of the lifetime is left, which allows weeks of retries. */
function renewalTime(expiresAt: Date, now: Date): Date {
  return addSeconds(now, ((expiresAt.getTime() - now.getTime()) / 1000) * (2 / 3));
}

/** Stores the outcome. Locks the domain before its certificate, in the same order as its deletion. */
async function finish(
  { db, clock }: CertificatesDependencies,
  claim: ClaimedCertificate,
  outcome: Partial<typeof domainCertificates.$inferInsert>,
): Promise<void> {
  const { domainId } = claim;
  await db.transaction(async (tx) => {
    await lockForUpdate(tx.select().from(domains).where(eq(domains.id, domainId)));
    const isWritten = await certificateClaims.finish(tx, claim, outcome);
    if (!isWritten || outcome.chain === undefined) return;
    await tx
      .update(domains)
      .set({ status: 'valid', updatedAt: clock.now() })
      .where(and(eq(domains.id, domainId), eq(domains.status, 'pending')));
  });
}
