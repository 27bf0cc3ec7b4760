import { and, asc, eq, getTableColumns, or } from 'drizzle-orm';
import type { TeamCaller } from '#services/advocacy/authorization.ts';
import { roles } from '#services/advocacy/teams/teams-table.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { invalidAttribute, notFound } from '#services/platform/json-api/errors.ts';
import { domainCertificates } from './certificates/certificates-table.ts';
import { type DomainRow, domainRoles, domains } from './domains-table.ts';
import { experiences } from './experiences-table.ts';

/** How long a demo's domain stays pending, so that people see it happen. */
const DEMO_PENDING_SECONDS = 2;

interface Dependencies {
  db: Database;
  clock: Clock;
  demo: boolean;
}

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

/** A domain of the team with whether it is shared with the role; undefined where there is none. */
export async function findDomain(
  db: Queries,
  { teamId, roleId }: TeamCaller,
  domainId: number,
): Promise<{ domain: DomainRow; isShared: boolean } | undefined> {
  const [found] = await db
    .select({ domain: getTableColumns(domains), sharedWith: domainRoles.roleId })
    .from(domains)
    .leftJoin(
      domainRoles,
      and(eq(domainRoles.domainId, domains.id), eq(domainRoles.roleId, roleId)),
    )
    .where(and(eq(domains.teamId, teamId), eq(domains.id, domainId)));
  return found && { domain: found.domain, isShared: found.sharedWith !== null };
}

/**
 * Adds a pending domain, shares it with the creator's role and the roles with access to new ones,
 * and starts the issuance of its certificate.
 * @throws {JsonApiError} 422 when any team has a domain of that name.
 */
export async function insertDomain(
  { db, clock, demo }: Dependencies,
  { teamId, roleId }: TeamCaller,
  name: string,
): Promise<DomainRow> {
  const now = clock.now();
  try {
    return await db.transaction(async (tx) => {
      const [domain] = await tx
        .insert(domains)
        .values({ teamId, name, status: 'pending', createdAt: now, updatedAt: now })
        .returning();
      if (!domain) throw new Error('The domain was not stored');
      const sharing = await tx
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
        .values(sharing.map(({ id }) => ({ domainId: domain.id, roleId: id })));
      const nextAttemptAt = demo ? addSeconds(now, DEMO_PENDING_SECONDS) : now;
      await tx.insert(domainCertificates).values({ domainId: domain.id, nextAttemptAt });
      return domain;
    });
  } catch (error) {
    if (!violatesUnique(error, 'domains_name_unique')) throw error;
    throw invalidAttribute('name', 'This name is in use already, by this team or another.');
  }
}

/**
 * Sets or, with null, clears the experience at the root of a domain.
 * @throws {JsonApiError} 422 for an unknown experience or one of another team.
 */
export async function setDefaultExperience(
  { db, clock }: Dependencies,
  { id, teamId }: DomainRow,
  experienceId: number | null,
): Promise<DomainRow> {
  return db.transaction(async (tx) => {
    if (experienceId !== null) {
      const [experience] = await tx
        .select({ id: experiences.id })
        .from(experiences)
        .where(and(eq(experiences.teamId, teamId), eq(experiences.id, experienceId)))
        .for('key share');
      if (!experience) {
        throw invalidAttribute('default_experience_id', 'This team has no such experience.');
      }
    }
    const [changed] = await tx
      .update(domains)
      .set({ defaultExperienceId: experienceId, updatedAt: clock.now() })
      .where(eq(domains.id, id))
      .returning();
    if (!changed) throw notFound();
    return changed;
  });
}

/**
 * Removes a domain; experiences published on it are detached by their foreign key.
 * @throws {JsonApiError} 404 when it is gone.
 */
export async function removeDomain(db: Queries, { id }: DomainRow): Promise<void> {
  const removed = await db.delete(domains).where(eq(domains.id, id)).returning({ id: domains.id });
  if (removed.length === 0) throw notFound();
}
