import type { Page } from '@playwright/test';
import { paths } from '#console/paths.ts';
import { DIRECTORY_BUILDING_MS, expect, IS_FULL_RUN, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll, WIDTHS_PX } from '../support/overflow.ts';
import { signIn } from '../support/sign-in.ts';

test.skip(!IS_FULL_RUN);

/** The pages that only a server with a member directory has. */
const PROGRAM_PAGES = [
  { address: paths.program('1'), shows: 'Tiers' },
  { address: `${paths.program('1')}?tab=points-owed`, shows: 'Statement' },
  { address: `${paths.program('1')}?tab=developers`, shows: 'API keys' },
  { address: paths.programWebhook('1', '1'), shows: 'Deliveries' },
];

test.setTimeout(180_000);

for (const { address, shows } of PROGRAM_PAGES) {
  test(`axe finds nothing on ${address}, which fits every width`, async ({ page }) => {
    // The directory may still be building: the page shows its figures without a reload.
    await signIn(page, address);
    await expect(page.getByRole('table', { name: shows })).toBeVisible({
      timeout: DIRECTORY_BUILDING_MS,
    });
    await expect(
      page.locator('[aria-busy="true"], [role="status"][aria-label^="Loading"]'),
    ).toHaveCount(0);
    await expectAccessibleAtEveryWidth(page);
  });
}

test('axe finds nothing on the import page, which fits every width', async ({ page }) => {
  // A file is checked against all members.
  await signIn(page, paths.members('1'));
  await expect(page.getByText(/^1–100 of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.getByRole('button', { name: 'Import' }).click();
  const file = page.getByLabel('CSV file');
  await expectAccessibleAtEveryWidth(page);

  await file.setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'member_id,first_name,email_address\nM-000001,Zoë,\nAXE-1,Ida,ida@example.test\nAXE-2,Ivo,nowhere\n',
    ),
  });
  await expect(page.getByRole('button', { name: 'Check file' })).toBeVisible();
  await expectAccessibleAtEveryWidth(page);

  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('button', { name: 'Import 2 members' })).toBeVisible();
  await expectAccessibleAtEveryWidth(page);
});

async function expectAccessibleAtEveryWidth(page: Page): Promise<void> {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await expectNoSidewaysScroll(page);
}
