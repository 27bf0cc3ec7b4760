import { eq } from 'drizzle-orm';
import { domainCertificates } from '#services/advocacy/domains/certificates/certificates-table.ts';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { createTeam } from '#services/advocacy/testing/sign-in.ts';
import type { Database } from '#services/platform/database/database.ts';

/** Adds a domain of a new team, whose certificate is due. */
export async function addPendingDomain(
  db: Database,
  { name, now }: { name: string; now: Date },
): Promise<{ id: number; read: () => ReturnType<typeof readIssuance> }> {
  const { teamId } = await createTeam(db, 'A team');
  const [domain] = await db
    .insert(domains)
    .values({ teamId, name, status: 'pending', createdAt: now, updatedAt: now })
    .returning();
  if (!domain) throw new Error('The domain was not stored');
  const { id } = domain;
  await db.insert(domainCertificates).values({ domainId: id, nextAttemptAt: now });
  return { id, read: () => readIssuance(db, id) };
}

/** The status of a domain, and its certificate. */
async function readIssuance(db: Database, id: number) {
  const [row] = await db
    .select()
    .from(domains)
    .innerJoin(domainCertificates, eq(domainCertificates.domainId, domains.id))
    .where(eq(domains.id, id));
  if (!row) throw new Error('The domain was deleted');
  return { status: row.domains.status, ...row.domain_certificates };
}
