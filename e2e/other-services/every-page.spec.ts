import { paths } from '#console/paths.ts';
import { expect, IS_FULL_RUN } from '../fixtures.ts';
import { navigateTo } from '../support/every-page.ts';
import { DEFAULT_SWITCHES, type Switches } from '../vendor/switches.ts';
import { problemsOf, TEAM, vendorPages } from './vendor-pages.ts';
import { vendorTest as test } from './vendor-test.ts';

/** Freedoms that don't hide each other are tried together. */
const GROUPS: Record<string, Partial<Switches>> = {
  'all that the tables list': {},
  'dates in all formats, ids of reserved characters, and teams without names': {
    dates: 'mixed',
    ids: 'letters',
    teams: 'nameless',
  },
  'nothing but ids and types, relationships or links': {
    values: 'absent',
    relationships: 'absent',
    links: 'none',
  },
  'null in place of everything, and no links where there is no page': {
    values: 'null',
    relationships: 'null',
    links: 'omitted',
  },
  'values of no content, and relationships that are empty objects': {
    values: 'empty',
    relationships: 'empty',
  },
  'values that no table lists': { values: 'unknown' },
  'values of other JSON types': { values: 'mistyped' },
  'ids that are numbers of 19 digits': { ids: 'long' },
  'an item that nobody can read in each list, and dates that are none': {
    hasUnreadableItem: true,
    dates: 'nonsense',
  },
  'a 429 in HTML without Retry-After first, and teams that are only linked': {
    firstRequest: '429',
    errors: 'html',
    teams: 'linked',
  },
  'a 502 of a proxy first, no scopes in the token, and a refresh token that stays': {
    firstRequest: '502',
    errors: 'text',
    sendsScope: false,
    rotatesTokens: false,
  },
};

test.setTimeout(120_000);

for (const [name, changes] of Object.entries(GROUPS)) {
  test(`every page shows what another vendor sends: ${name}`, async ({ page, vendor }) => {
    test.skip(Object.keys(changes).length > 0 && !IS_FULL_RUN);
    await vendor.set(changes);
    await page.goto(`/teams/${TEAM}/none`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    const problems: string[] = [];
    for (const target of vendorPages({ ...DEFAULT_SWITCHES, ...changes })) {
      await navigateTo(page, target.address);
      problems.push(...(await problemsOf(page, target)));
    }
    expect(problems).toEqual([]);
  });
}

test('methods and activities that nobody can read are shown as such', async ({ page, vendor }) => {
  await vendor.set({ hasUnreadableItem: true });
  await page.goto('/security');
  const methods = page.getByRole('list', { name: 'Methods' });
  await expect(methods.getByRole('listitem')).toHaveCount(5);
  await expect(methods.getByText("Can't be shown completely")).toHaveCount(3);
  await expect(page.getByText('Two-step verification is off')).toBeHidden();
  await methods.getByRole('button', { name: 'Show raw data' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Raw data' })).toContainText('"attributes": 7');

  await page.goto(paths.member(TEAM, '1'));
  const earning = page.getByRole('region', { name: 'Can earn now' });
  await earning.getByRole('button', { name: 'Show all' }).click();
  await expect(earning.getByText("Can't be shown completely")).toHaveCount(3);
});
