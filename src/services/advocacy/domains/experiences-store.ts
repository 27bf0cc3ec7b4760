import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import { MAX_PUBLISHED_EXPERIENCES } from '#contract/advocacy/domain-setup.ts';
import type { TeamCaller } from '#services/advocacy/authorization.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { domainRoles, domains } from './domains-table.ts';
import { experiences } from './experiences-table.ts';

export type ExperienceWithDomain = typeof experiences.$inferSelect & {
  /** Null without a domain, or when the domain is not shared with the caller's role. */
  domainName: string | null;
};

/** The team's experiences among the ids, oldest first. */
export async function listExperiences(
  db: Queries,
  { teamId, roleId }: Pick<TeamCaller, 'teamId' | 'roleId'>,
  ids: readonly number[],
): Promise<ExperienceWithDomain[]> {
  return db
    .select({ ...getTableColumns(experiences), domainName: domains.name })
    .from(experiences)
    .leftJoin(
      domainRoles,
      and(eq(domainRoles.domainId, experiences.domainId), eq(domainRoles.roleId, roleId)),
    )
    .leftJoin(domains, eq(domains.id, domainRoles.domainId))
    .where(and(eq(experiences.teamId, teamId), inArray(experiences.id, [...ids])))
    .orderBy(experiences.id);
}

/** The experiences published on a domain by title, at most `MAX_PUBLISHED_EXPERIENCES`, and their number. */
export async function listPublishedExperiences(db: Queries, domainId: number) {
  const isPublished = eq(experiences.domainId, domainId);
  const { id, title, name, slug } = getTableColumns(experiences);
  const rows = await db
    .select({ id, title, name, slug })
    .from(experiences)
    .where(isPublished)
    .orderBy(asc(title), asc(id))
    .limit(MAX_PUBLISHED_EXPERIENCES);
  return { rows, total: await db.$count(experiences, isPublished) };
}

/** The titles of those that exist, by ID. */
export async function findExperienceTitles(
  db: Queries,
  ids: readonly (number | null)[],
): Promise<Map<number | null, string>> {
  const known = ids.filter((id) => id !== null);
  const { id, title } = experiences;
  const rows = await db.select({ id, title }).from(experiences).where(inArray(id, known));
  return new Map(rows.map((row) => [row.id, row.title]));
}

/** Locks the experience against deletion until the transaction ends. */
export async function hasExperience(
  tx: Queries,
  teamId: number,
  experienceId: number,
): Promise<boolean> {
  const [experience] = await tx
    .select({ id: experiences.id })
    .from(experiences)
    .where(and(eq(experiences.teamId, teamId), eq(experiences.id, experienceId)))
    .for('key share');
  return experience !== undefined;
}
