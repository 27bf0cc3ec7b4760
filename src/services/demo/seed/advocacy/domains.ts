import { domainToASCII } from 'node:url';
import { and, eq } from 'drizzle-orm';
import { domainCertificates } from '#services/advocacy/domains/certificates/certificates-table.ts';
import { domainRoles, domains } from '#services/advocacy/domains/domains-table.ts';
import { experiences } from '#services/advocacy/domains/experiences-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';

const DEMO_DOMAINS = [
  { name: 'www.patron.test', ageDays: 420, hasDefault: true, isForAdministratorsOnly: false },
  { name: 'summer.patron.test', ageDays: 140, hasDefault: true, isForAdministratorsOnly: false },
  { name: 'win.patron.test', ageDays: 96, hasDefault: true, isForAdministratorsOnly: false },
  { name: 'members.patron.test', ageDays: 60, hasDefault: false, isForAdministratorsOnly: false },
  {
    name: 'münchen.patron.example',
    ageDays: 33,
    hasDefault: false,
    isForAdministratorsOnly: false,
  },
  { name: 'preview.patron.example', ageDays: 5, hasDefault: false, isForAdministratorsOnly: true },
];

interface DomainsSeed {
  now: Date;
  teamId: number;
  /** Roles of the team; the first is the administrators'. */
  roleIds: readonly [number, ...number[]];
  /** Experiences of the team, spread over the domains that have a default experience. */
  experienceIds: readonly number[];
}

/**
 * Adds six valid domains to a team and publishes its experiences on them. Their certificates are issued
 * within seconds of the first start.
 */
export async function seedDomains(
  db: Queries,
  { now, teamId, roleIds, experienceIds }: DomainsSeed,
): Promise<void> {
  const rows = await db
    .insert(domains)
    .values(
      DEMO_DOMAINS.map(({ name, ageDays }) => ({
        teamId,
        name: domainToASCII(name),
        // Live for long: only the certificates are new.
        status: 'valid' as const,
        createdAt: addSeconds(now, -ageDays * DAY_SECONDS),
        updatedAt: addSeconds(now, -ageDays * DAY_SECONDS),
      })),
    )
    .returning({ id: domains.id });
  const ids = rows.map(({ id }) => id);
  await db.insert(domainRoles).values(
    ids.flatMap((domainId, index) => {
      const sharedWith = DEMO_DOMAINS[index]?.isForAdministratorsOnly ? [roleIds[0]] : roleIds;
      return sharedWith.map((roleId) => ({ domainId, roleId }));
    }),
  );
  await db
    .insert(domainCertificates)
    .values(ids.map((domainId) => ({ domainId, nextAttemptAt: now })));

  const withDefault = ids.filter((_id, index) => DEMO_DOMAINS[index]?.hasDefault);
  for (const [index, experienceId] of experienceIds.entries()) {
    const domainId = withDefault[index % withDefault.length] as number;
    await db
      .update(experiences)
      .set({ domainId })
      .where(and(eq(experiences.teamId, teamId), eq(experiences.id, experienceId)));
    if (index >= withDefault.length) continue;
    await db
      .update(domains)
      .set({ defaultExperienceId: experienceId })
      .where(eq(domains.id, domainId));
  }
}
