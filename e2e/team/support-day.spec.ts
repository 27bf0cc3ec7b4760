import type { Browser, Page } from '@playwright/test';
import { DIRECTORY_BUILDING_MS, expect, test } from '../fixtures.ts';
import { confirmPassword } from '../support/factors.ts';
import { waitForDirectory } from '../support/loyalty.ts';
import { startPatronServer } from '../support/patron-server.ts';
import { ADMIN, createSession, signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const MEMBER = 'M-000001';

test('a support agent reaches every limit in a day, and reads why', async ({ page, browser }) => {
  test.setTimeout(2 * DIRECTORY_BUILDING_MS);
  const patron = await startPatronServer({ PATRON_DIRECTORY_POLL_SECONDS: '60' });
  try {
    await waitForDirectory(patron.url);
    await spendDay(page, browser, patron.url);
  } finally {
    await patron.remove();
  }
});

async function spendDay(page: Page, browser: Browser, url: string): Promise<void> {
  await test.step('an administrator makes a colleague a support agent', async () => {
    const context = await browser.newContext();
    const admin = await context.newPage();
    await signIn(admin, `${url}/teams/1/people`);
    const row = admin.getByRole('row', { name: VIEWER.email });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await admin.getByRole('menuitem', { name: 'Change role' }).click();
    await admin.getByRole('combobox', { name: 'Role' }).selectOption('Support');
    await admin.getByRole('button', { name: 'Change role' }).click();
    await confirmPassword(admin, ADMIN.password);
    await expect(row).toContainText('Support');
    await context.close();
  });

  await signIn(page, `${url}/teams/1/members/${MEMBER}`, { as: VIEWER });
  await test.step('points are adjusted up to the limit at a time', async () => {
    await page.getByRole('button', { name: 'Adjust points' }).click();
    const dialog = page.getByRole('dialog', { name: /^Adjust .+'s points$/ });
    await dialog.getByLabel('Points').fill('1001');
    await dialog.getByLabel('Reason').fill('Goodwill');
    await dialog.getByRole('button', { name: 'Adjust points' }).click();
    await expect(dialog.getByLabel('Points')).toHaveAccessibleDescription(
      /Support can adjust up to 1,000 points at a time\. Ask Ada Marsh \(administrator\)\./,
    );
    await dialog.getByLabel('Points').fill('1000');
    await dialog.getByRole('button', { name: 'Adjust points' }).click();
    await expect(statusMessage(page, / now has [\d,]+ points/)).toBeVisible();
  });

  await test.step('the eleventh adjustment of the day is rejected', async () => {
    const { access_token: token } = await createSession(page.request, url, VIEWER);
    for (let count = 0; count < 9; count += 1) {
      const response = await page.request.post(`${url}/gateway/teams/1/points/${MEMBER}`, {
        headers: { authorization: `Bearer ${token}` },
        data: { points: 1_000, reason: 'Goodwill' },
      });
      expect(response.status()).toBe(200);
    }
    await page.getByRole('button', { name: 'Adjust points' }).click();
    const dialog = page.getByRole('dialog', { name: /^Adjust .+'s points$/ });
    await dialog.getByLabel('Points').fill('1');
    await dialog.getByLabel('Reason').fill('Goodwill');
    await dialog.getByRole('button', { name: 'Adjust points' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'Support agents can adjust up to 10,000 points a day',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('one member is edited, but not the tier', async () => {
    await page.goto(`${url}/teams/1/members/${MEMBER}/edit`);
    const panel = page.getByRole('dialog');
    const tier = panel.getByRole('combobox', { name: 'Tier' });
    await expect(tier).toBeDisabled();
    await expect(tier).toHaveAccessibleDescription(/Support can edit everything but the tier\./);
    await panel.getByLabel('First name').fill('Folake A.');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Folake A\./ })).toBeVisible();
  });

  await test.step('members are not added, deleted, imported or exported by the thousand', async () => {
    await page.goto(`${url}/teams/1/members`);
    await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
    for (const [name, reason] of [
      ['Add member', /Support can edit one member at a time, not add or delete any\./],
      ['Import', /Support can edit one member at a time/],
      ['Export', /Support can export up to 100 selected members\./],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toHaveAccessibleDescription(reason);
      await expect(button).toHaveAttribute('aria-disabled', 'true');
    }
  });
}
