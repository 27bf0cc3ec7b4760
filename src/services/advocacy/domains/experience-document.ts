import type { SentExperience } from '#contract/advocacy/experiences.ts';
import type { ExperienceWithDomain } from './experiences-store.ts';

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
