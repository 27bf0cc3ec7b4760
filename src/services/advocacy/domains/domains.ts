import { and, asc, eq, getTableColumns, or } from 'drizzle-orm';
import type { SentDomain } from '#contract/advocacy/domains.ts';
import type { TeamCaller } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { roles } from '#services/advocacy/teams/teams-table.ts';
import type { AuditChange } from '#services/platform/audit/audit-events-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { invalidAttribute, notFound } from '#services/platform/json-api/errors.ts';
import { domainCertificates } from './certificates/certificates-table.ts';
import { type DomainRow, domainRoles, domains } from './domains-table.ts';
import { findExperienceTitles, hasExperience } from './experiences.ts';

type StoreDependencies = Pick<ServiceDependencies, 'db' | 'clock'>;

/** The team's domains that are shared with the caller's role, by name. */
export async function listSharedDomains(
  db: Queries,
  { teamId, roleId }: TeamCaller,
): Promise<DomainRow[]> {
  return db
    .select(getTableColumns(domains))
    .from(domains)
    .innerJoin(domainRoles, eq(domainRoles.domainId, domains.id))
    .where(and(eq(domains.teamId, teamId), eq(domainRoles.roleId, roleId)))
    .orderBy(asc(domains.name));
}

/** A domain of the team, and whether it is shared with the caller's role. */
export async function findDomain(
  db: Queries,
  { teamId, roleId }: TeamCaller,
  domainId: number,
): Promise<{ domain: DomainRow; isShared: boolean } | undefined> {
  const [row] = await db
    .select({ domain: getTableColumns(domains), sharedWith: domainRoles.roleId })
    .from(domains)
    .leftJoin(
      domainRoles,
      and(eq(domainRoles.domainId, domains.id), eq(domainRoles.roleId, roleId)),
    )
    .where(and(eq(domains.teamId, teamId), eq(domains.id, domainId)));
  return row && { domain: row.domain, isShared: row.sharedWith !== null };
}

/**
 * Adds a pending domain, shares it with the creator's role and all roles that access new domains, and
 * schedules its certificate.
 * @param certificateDelaySeconds how long the domain stays pending at least
 * @throws {JsonApiError} 422 when any team has a domain with this name
 */
export async function insertDomain(
  { db, clock }: StoreDependencies,
  { teamId, roleId }: TeamCaller,
  { name, certificateDelaySeconds }: { name: string; certificateDelaySeconds: number },
): Promise<DomainRow> {
  const now = clock.now();
  try {
    return await db.transaction(async (tx) => {
      const domain = one(
        await tx
          .insert(domains)
          .values({ teamId, name, status: 'pending', createdAt: now, updatedAt: now })
          .returning(),
      );
      const sharedRoles = await tx
        .select({ id: roles.id })
        .from(roles)
        .where(
          and(
            eq(roles.teamId, teamId),
            or(eq(roles.accessesNewDomains, true), eq(roles.id, roleId)),
          ),
        );
      await tx
        .insert(domainRoles)
        .values(sharedRoles.map(({ id }) => ({ domainId: domain.id, roleId: id })));
      const nextAttemptAt = addSeconds(now, certificateDelaySeconds);
      await tx.insert(domainCertificates).values({ domainId: domain.id, nextAttemptAt });
      await recordDomain(tx, 'domain.create', domain, changesBetween({}, { name }));
      return domain;
    });
  } catch (error) {
    if (!violatesUnique(error, 'domains_name_unique')) throw error;
    const isOwn = await db.$count(domains, and(eq(domains.name, name), eq(domains.teamId, teamId)));
    throw invalidAttribute(
      'name',
      isOwn > 0 ? 'Your team already has this domain.' : 'Another team uses this domain.',
    );
  }
}

/**
 * Sets the experience at the root of a domain; null clears it.
 * @throws {JsonApiError} 404 when the domain has been deleted, 422 when the team has no such experience
 */
export async function setDefaultExperience(
  { db, clock }: StoreDependencies,
  { id, teamId }: DomainRow,
  experienceId: number | null,
): Promise<DomainRow> {
  return db.transaction(async (tx) => {
    const [before] = await lockForUpdate(tx.select().from(domains).where(eq(domains.id, id)));
    if (!before) throw notFound();
    if (experienceId !== null && !(await hasExperience(tx, teamId, experienceId))) {
      throw invalidAttribute('default_experience_id', 'This team has no such experience.');
    }
    if (experienceId === before.defaultExperienceId) return before;
    const updated = one(
      await tx
        .update(domains)
        .set({ defaultExperienceId: experienceId, updatedAt: clock.now() })
        .where(eq(domains.id, id))
        .returning(),
    );
    const titles = await findExperienceTitles(tx, [before.defaultExperienceId, experienceId]);
    const toAudited = (experience: number | null) => ({
      default_experience: titles.get(experience),
      default_experience_id: experience,
    });
    const changes = changesBetween(toAudited(before.defaultExperienceId), toAudited(experienceId));
    await recordDomain(tx, 'domain.update', updated, changes);
    return updated;
  });
}

/**
 * Deletes a domain; the foreign key detaches the experiences published on it.
 * @throws {JsonApiError} 404 when it has been deleted
 */
export async function removeDomain(db: Database, { id }: DomainRow): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx.delete(domains).where(eq(domains.id, id)).returning();
    if (!removed) throw notFound();
    await recordDomain(tx, 'domain.delete', removed, changesBetween({ name: removed.name }, {}));
  });
}

function recordDomain(
  tx: Queries,
  action: `domain.${string}`,
  { id, teamId, name }: DomainRow,
  changes: AuditChange[],
): Promise<void> {
  return recordAudit(tx, { action, subject: { type: 'domain', id, name }, changes, teamId });
}

export function toDomain(row: DomainRow, baseUrl: string): SentDomain {
  const { id, teamId, defaultExperienceId } = row;
  return {
    id: String(id),
    type: 'domain',
    attributes: {
      name: row.name,
      status: row.status,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    },
    relationships: {
      default_experience: {
        data:
          defaultExperienceId === null
            ? null
            : { type: 'experience', id: String(defaultExperienceId) },
      },
    },
    links: { self: `${baseUrl}/v2/teams/${teamId}/domains/${id}` },
    ...(row.recordsLostAt && { meta: { records_lost_at: row.recordsLostAt.toISOString() } }),
  };
}
