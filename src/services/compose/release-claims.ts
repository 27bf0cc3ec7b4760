import { passwordResetClaims } from '#services/advocacy/account/password-resets.ts';
import { expiryClaims } from '#services/advocacy/account-expiry/notify-expiry.ts';
import { certificateClaims } from '#services/advocacy/domains/certificates/issue-certificates.ts';
import { directoryClaims } from '#services/gateway/directory/crawl/crawl-claim.ts';
import { jobClaims } from '#services/gateway/jobs/job-claims.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { messageClaims } from '#services/platform/messages/deliver-messages.ts';
import { erasureClaims } from './personal-data/erase-members.ts';

const ALL = [
  jobClaims,
  directoryClaims,
  messageClaims,
  expiryClaims,
  certificateClaims,
  passwordResetClaims,
  erasureClaims,
];

/**
 * Makes the work due that a killed process had claimed in the embedded database, which only one process
 * can open. On PostgreSQL another process may be working on it, so it waits until the leases end. Call it
 * before the workers start.
 */
export async function releaseClaims({ kind, db }: Storage, clock: Clock): Promise<void> {
  if (kind !== 'embedded') return;
  for (const claims of ALL) await claims.releaseAll(db, clock.now());
}
