import { paths } from '#console/paths.ts';
import { expect } from '../fixtures.ts';
import { TEAM } from './vendor-pages.ts';
import { vendorTest as test } from './vendor-test.ts';

const FAILED = /Couldn't|can't be loaded|unexpected response|failed in the console/;

for (const values of ['absent', 'mistyped'] as const) {
  test(`no menu or dialog fails because of items whose values are ${values}, or that nobody can read`, async ({
    page,
    vendor,
  }) => {
    await vendor.set({ values, hasUnreadableItem: true });
    const failed = page.getByText(FAILED);
    await page.goto(paths.overview(TEAM));
    await page.getByRole('button', { name: /^Search or jump to/ }).click();
    const palette = page.getByRole('dialog');
    for (const typed of ['account', '1', 'board', 'K']) {
      await palette.getByRole('combobox').fill(typed);
      await expect(
        palette.getByRole('option').or(palette.getByText('No results')).first(),
      ).toBeVisible();
      await expect(failed).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Notifications' }).click();
    await expect(page.getByText(/\d domains are not live yet/).last()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(failed).toHaveCount(0);

    await page.goto(paths.domainExperience(TEAM, '1'));
    await expect(page.getByLabel('Default experience', { exact: true })).toBeEnabled();
    await page.goto(paths.accounts(TEAM));
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(paths.newMember(TEAM));
    await expect(page.getByRole('dialog').getByLabel('Tier')).toBeVisible();
    await page.goto(paths.newFactor());
    await expect(page.getByRole('dialog').getByText('Authenticator app')).toBeVisible();
    await expect(failed).toHaveCount(0);
  });
}
