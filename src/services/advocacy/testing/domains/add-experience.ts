import { randomUUID } from 'node:crypto';
import { experiences } from '#services/advocacy/domains/experiences-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/**
 * Stores an experience; there is no endpoint to create one.
 * @returns its id
 */
export async function addExperience(
  db: Queries,
  teamId: number,
  domainId: number | null = null,
): Promise<number> {
  const both = <Value>(value: Value) => ({ draft: value, published: value });
  const [row] = await db
    .insert(experiences)
    .values({
      teamId,
      domainId,
      type: 'sweepstakes',
      title: 'Win a bike',
      description: 'One of ten',
      name: 'bike',
      slug: randomUUID(),
      status: 'active',
      analyticsId: 'GTM-1',
      analyticsType: 'google_tag_manager',
      captchaType: null,
      captchaPublicKey: null,
      cookieConsent: true,
      noindex: false,
      bypassMimeTypeValidation: false,
      faviconUrl: 'https://brand.test/icon.png',
      maximumImageSize: 1_000,
      maximumVideoSize: 2_000,
      data: {
        ...both([{ sectionType: 'hero', data: { content: { heading: 'Win' } } }]),
        locales: both([{ value: 'en', isDefault: true }]),
        translations: both({ en: { heading: 'Win' } }),
        customFonts: both({}),
      },
    })
    .returning({ id: experiences.id });
  if (!row) throw new Error('The experience was not stored');
  return row.id;
}
