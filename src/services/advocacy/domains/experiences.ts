import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import { MAX_PUBLISHED_EXPERIENCES } from '#contract/advocacy/domain-setup.ts';
import type { SentExperience } from '#contract/advocacy/experiences.ts';
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

/** @param baseUrl {base_url} of the contract */
export function toExperience(row: ExperienceWithDomain, baseUrl: string): SentExperience {
  const { domainId, domainName } = row;
  const isDomainHidden = domainId !== null && domainName === null;
  const submissions = `${baseUrl}/v2/teams/${row.teamId}/experiences/${row.id}/submissions`;
  return {
    id: String(row.id),
    type: 'experience',
    attributes: {
      type: row.type,
      title: row.title,
      description: row.description,
      name: row.name,
      slug: row.slug,
      status: row.status,
      analytics_id: row.analyticsId,
      analytics_type: row.analyticsType,
      captcha_type: row.captchaType,
      captcha_public_key: row.captchaPublicKey,
      cookie_consent: row.cookieConsent,
      noindex: row.noindex,
      bypass_mime_type_validation: row.bypassMimeTypeValidation,
      favicon_url: row.faviconUrl,
      maximum_image_size: row.maximumImageSize,
      maximum_video_size: row.maximumVideoSize,
      data: row.data,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    },
    relationships: {
      ...(isDomainHidden ? {} : { domain: { data: toDomainIdentifier(domainId) } }),
      form_submission_keys: { data: [], meta: { included: false } },
      user: { data: { type: 'team', id: String(row.teamId) }, meta: { included: false } },
      submissions: {
        data: [],
        links: { related: submissions, first: submissions, next: null },
        meta: { total: 0, count: 0 },
      },
    },
    // An experience is public only on a domain.
    ...(domainName === null ? {} : { links: { public: `https://${domainName}/${row.slug}` } }),
  };
}

function toDomainIdentifier(id: number | null) {
  return id === null ? null : { type: 'domain', id: String(id) };
}
