import { experiences } from '#services/advocacy/domains/experiences-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';

const MEGABYTE = 1024 * 1024;

/** Name, slug, title, description. */
const TEAM_1: readonly [string, string, string, string][] = [
  ['Summer sweepstakes', 'summer', 'Win a summer outdoors', 'A weekend in the hills for two.'],
  ['Back to school', 'back-to-school', 'Ready for school', 'A satchel a day, for twenty days.'],
  ['Trail photo contest', 'trail-photos', 'Show us your trail', 'Your best photo of a path.'],
  ['Winter sweepstakes', 'winter', 'Win a winter coat', 'Thirty coats for thirty fans.'],
  ['Refer a friend', 'refer', 'Bring a friend', 'Both of you get 200 points.'],
  ['Recipe collection', 'recipes', 'Cook it outdoors', 'Share your favorite camping recipe.'],
  ['Product testers', 'testers', 'Test it before it is out', 'Wear it, wash it, review it.'],
  ['Tenth anniversary', 'ten-years', 'Ten years of Northwind', 'Share your first memory.'],
  ['Newsletter sign-up', 'newsletter', 'Hear it first', 'Two letters a month, no more.'],
];
const TEAM_2: readonly [string, string, string, string][] = [
  ['Roast of the year', 'roast-of-the-year', 'Choose the roast of the year', 'Vote once a day.'],
];

/**
 * Seeds a team's experiences: nine for team 1, one for any other. They are not published on a domain.
 * @returns their IDs
 */
export async function seedExperiences(db: Queries, teamId: number, now: Date): Promise<number[]> {
  const list = teamId === 1 ? TEAM_1 : TEAM_2;
  const rows = await db
    .insert(experiences)
    .values(
      list.map(([name, slug, title, description], index) => {
        const sections = [
          { sectionType: 'hero', data: { content: { heading: title, text: description } } },
          { sectionType: 'form', data: { content: { button: 'Take part' } } },
        ];
        const locales = [{ value: 'en', isDefault: true }];
        return {
          teamId,
          type: 'sweepstakes',
          title,
          description,
          name,
          slug,
          status: 'active',
          analyticsId: `GTM-DEMO${index + 1}`,
          analyticsType: 'google_tag_manager',
          captchaType: null,
          captchaPublicKey: null,
          cookieConsent: index % 2 === 0,
          noindex: false,
          bypassMimeTypeValidation: false,
          faviconUrl: 'https://northwind.example/favicon.ico',
          maximumImageSize: 10 * MEGABYTE,
          maximumVideoSize: 100 * MEGABYTE,
          data: {
            draft: sections,
            published: sections,
            locales: { draft: locales, published: locales },
            translations: { draft: { en: { title } }, published: { en: { title } } },
            customFonts: { draft: {}, published: {} },
          },
          createdAt: addSeconds(now, -(300 - index * 30) * DAY_SECONDS),
          updatedAt: addSeconds(now, -(9 - Math.min(index, 8)) * DAY_SECONDS),
        };
      }),
    )
    .returning({ id: experiences.id });
  return rows.map(({ id }) => id);
}
