import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { CertificateIssuer } from './certificate-issuer.ts';
import { domainCertificates } from './certificates-table.ts';

const BATCH = 5;
/** How long a claim holds: after a restart in the middle of issuance it begins again then. */
const LEASE_SECONDS = 120;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 21_600;
const ERROR_LENGTH = 500;

export interface CertificatesDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  log: Log;
  certificateIssuer: CertificateIssuer;
}

interface Claim {
  domainId: number;
  name: string;
  attempts: number;
  /** When the claim ends; as long as it stands in the row, the work is ours. */
  until: Date;
}

/** The context that a domain's private key is encrypted in. */
export const privateKeyContext = (domainId: number) =>
  `domain_certificates.private_key:${domainId}`;

export const sealedCertificateKeys = encryptedColumn({
  table: domainCertificates,
  key: domainCertificates.domainId,
  value: domainCertificates.privateKey,
  parts: { domainId: domainCertificates.domainId },
  contextOf: ({ domainId }) => privateKeyContext(domainId),
});

/**
 * Issues a batch of the certificates that are due, new ones and renewals. Any number of processes
 * may do so at once: each domain is claimed by one of them.
 * @returns whether there may be more.
 */
export async function issueDueCertificates(
  dependencies: CertificatesDependencies,
): Promise<boolean> {
  const claims = await claimDue(dependencies);
  await Promise.all(claims.map((claim) => issue(dependencies, claim)));
  return claims.length === BATCH;
}

/**
 * Makes the certificates due that another issuer has issued: after a start with another authority
 * than before nothing waits for its renewal. The domains stay valid meanwhile.
 */
export async function renewOthers({
  db,
  clock,
  certificateIssuer,
}: Pick<CertificatesDependencies, 'db' | 'clock' | 'certificateIssuer'>): Promise<void> {
  const { chain, issuer, nextAttemptAt } = domainCertificates;
  const now = clock.now();
  const isAnother = or(isNull(issuer), ne(issuer, certificateIssuer.id));
  await db
    .update(domainCertificates)
    .set({ nextAttemptAt: now })
    .where(and(isNotNull(chain), isAnother, gt(nextAttemptAt, addSeconds(now, LEASE_SECONDS))));
}

async function claimDue({ db, clock }: CertificatesDependencies): Promise<Claim[]> {
  const now = clock.now();
  const until = addSeconds(now, LEASE_SECONDS);
  return db.transaction(async (tx) => {
    const due = await tx
      .select({
        domainId: domainCertificates.domainId,
        name: domains.name,
        attempts: domainCertificates.attempts,
      })
      .from(domainCertificates)
      .innerJoin(domains, eq(domains.id, domainCertificates.domainId))
      .where(lte(domainCertificates.nextAttemptAt, now))
      .orderBy(asc(domainCertificates.nextAttemptAt))
      .limit(BATCH)
      .for('update', { of: domainCertificates, skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ domainId }) => domainId);
    await tx
      .update(domainCertificates)
      .set({ nextAttemptAt: until })
      .where(inArray(domainCertificates.domainId, ids));
    return due.map((claim) => ({ ...claim, until }));
  });
}

async function issue(dependencies: CertificatesDependencies, claim: Claim): Promise<void> {
  const { clock, encryption, log, certificateIssuer } = dependencies;
  const { domainId, name } = claim;
  try {
    const { chain, privateKey, expiresAt } = await certificateIssuer.issue(name);
    await finish(dependencies, claim, {
      chain,
      privateKey: encryption.encrypt(privateKey, privateKeyContext(domainId)),
      issuer: certificateIssuer.id,
      expiresAt,
      attempts: 0,
      nextAttemptAt: renewalOf(expiresAt, clock.now()),
      lastError: null,
    });
    log.info({ domain: name, expiresAt }, 'a certificate was issued');
  } catch (error) {
    await postpone(dependencies, claim, error);
  }
}

/** When a third of the time is left: enough to try for weeks. */
function renewalOf(expiresAt: Date, now: Date): Date {
  return addSeconds(now, ((expiresAt.getTime() - now.getTime()) / 1000) * (2 / 3));
}

async function postpone(dependencies: CertificatesDependencies, claim: Claim, error: unknown) {
  const { clock, log } = dependencies;
  const attempts = claim.attempts + 1;
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** claim.attempts, LONGEST_WAIT_SECONDS);
  log.warn(
    { domain: claim.name, attempts, wait, err: error },
    'a certificate could not be issued and is tried again',
  );
  await finish(dependencies, claim, {
    attempts,
    nextAttemptAt: addSeconds(clock.now(), wait),
    lastError: (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH),
  });
}

/**
 * Writes the outcome, unless the claim ran out or the domain is gone. The domain is locked before
 * its certificate, as its deletion does.
 */
async function finish(
  { db, clock }: CertificatesDependencies,
  { domainId, until }: Claim,
  outcome: Partial<typeof domainCertificates.$inferInsert>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.select().from(domains).where(eq(domains.id, domainId)).for('update');
    const written = await tx
      .update(domainCertificates)
      .set(outcome)
      .where(
        and(eq(domainCertificates.domainId, domainId), eq(domainCertificates.nextAttemptAt, until)),
      )
      .returning({ domainId: domainCertificates.domainId });
    if (written.length === 0 || outcome.chain === undefined) return;
    await tx
      .update(domains)
      .set({ status: 'valid', updatedAt: clock.now() })
      .where(and(eq(domains.id, domainId), eq(domains.status, 'pending')));
  });
}
