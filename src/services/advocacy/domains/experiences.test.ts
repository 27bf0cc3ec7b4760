import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { experienceSchema } from '#contract/advocacy/experiences.ts';
import { addExperience } from '#services/advocacy/testing/domains/add-experience.ts';
import {
  createDomainsTeam,
  type DomainsTeam,
} from '#services/advocacy/testing/domains/domains-team.ts';
import {
  startAdvocacy,
  TEST_DOMAIN_POLICY,
  type TestAdvocacy,
} from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { domainRoles } from './domains-table.ts';
import { experiences } from './experiences-table.ts';

describeStorages('included experiences', (store) => {
  let service: TestAdvocacy;
  let team: DomainsTeam;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage, { domainPolicy: TEST_DOMAIN_POLICY });
    team = await createDomainsTeam(service);
  });
  afterAll(() => service.close());

  const createDomain = async (name?: string) => (await team.create(name)).body.data.id;

  /** Creates a domain whose default experience is published on another domain. */
  async function createLinked(domainId: number | null) {
    const experienceId = await addExperience(store.db, team.teamId, domainId);
    const id = await createDomain();
    await team.update(id, { default_experience_id: experienceId });
    return { experienceId, address: `${team.path}/${id}?include=default_experience` };
  }

  test('show all fields, relationships, meta and links', async () => {
    const domainId = Number(await createDomain('win.patron.test'));
    const { experienceId, address } = await createLinked(domainId);
    const [row] = await store.db.select().from(experiences).where(eq(experiences.id, experienceId));
    const submissions = `${service.baseUrl}/v2/teams/${team.teamId}/experiences/${experienceId}/submissions`;
    const { body } = await team.admin('GET', address);
    expect(body.included).toEqual([
      {
        id: String(experienceId),
        type: 'experience',
        attributes: {
          type: 'sweepstakes',
          title: 'Win a bike',
          description: 'One of ten',
          name: 'bike',
          slug: row?.slug,
          status: 'active',
          analytics_id: 'GTM-1',
          analytics_type: 'google_tag_manager',
          captcha_type: null,
          captcha_public_key: null,
          cookie_consent: true,
          noindex: false,
          bypass_mime_type_validation: false,
          favicon_url: 'https://brand.test/icon.png',
          maximum_image_size: 1_000,
          maximum_video_size: 2_000,
          data: row?.data,
          created_at: row?.createdAt.toISOString(),
          updated_at: row?.updatedAt.toISOString(),
        },
        relationships: {
          domain: { data: { type: 'domain', id: String(domainId) } },
          form_submission_keys: { data: [], meta: { included: false } },
          user: { data: { type: 'team', id: String(team.teamId) }, meta: { included: false } },
          submissions: {
            data: [],
            links: { related: submissions, first: submissions, next: null },
            meta: { total: 0, count: 0 },
          },
        },
        links: { public: `https://win.patron.test/${row?.slug}` },
      },
    ]);
    expect(experienceSchema.safeParse(body.included[0]).success).toBe(true);
  });

  test('have no public link without a domain', async () => {
    const { address } = await createLinked(null);
    const [experience] = (await team.admin('GET', address)).body.included;
    expect(experience?.relationships.domain).toEqual({ data: null });
    expect(experience).not.toHaveProperty('links');
  });

  test('hide a domain that is not shared with the role', async () => {
    const hiddenId = Number(await createDomain('hidden.patron.test'));
    await store.db.delete(domainRoles).where(eq(domainRoles.domainId, hiddenId));
    const { address } = await createLinked(hiddenId);
    const viewer = await team.memberIn(team.readerRoleId);
    const { status, body } = await viewer('GET', address);
    expect([status, body.included.length]).toEqual([200, 1]);
    expect(body.included[0]?.relationships).not.toHaveProperty('domain');
    expect(JSON.stringify(body)).not.toContain('hidden.patron.test');
  });
});
