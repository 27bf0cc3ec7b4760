import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { addAuthenticatorApp, confirmPassword } from '../support/factors.ts';
import { type PatronServer, startPatronServer } from '../support/patron-server.ts';
import { ADMIN, signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

/** Requires a second step of a team as if the rule were a week old. */
async function requiredForLong(patron: PatronServer, teamId: number): Promise<void> {
  await patron.stop();
  const database = new PGlite(join(patron.directory, 'database'));
  await database.query(
    `insert into team_rules (team_id, second_step_since) values ($1, now() - interval '8 days')
     on conflict (team_id) do update set second_step_since = excluded.second_step_since`,
    [teamId],
  );
  await database.query(`update memberships set joined_at = now() - interval '30 days'`);
  await database.close();
  await patron.restart();
}

test('a team requires the second step, and nobody is locked out', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const patron = await startPatronServer();
  const context = await browser.newContext();
  try {
    await requiredForLong(patron, 2);
    await signIn(page, `${patron.url}/teams/1/people`);

    await test.step('a rule that its author does not meet is rejected at its field', async () => {
      await page.getByRole('button', { name: 'Team rules' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Team rules' })).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Second step').selectOption('Required');
      await expect(page.getByLabel('Second step')).toHaveAccessibleDescription(/7 days to add one/);
      await page.getByRole('button', { name: 'Save rules' }).click();
      await confirmPassword(page, ADMIN.password);
      await expect(page.getByLabel('Second step')).toHaveAccessibleDescription(
        /You signed in without a second step/,
      );
      await page.getByLabel('Second step').selectOption('Optional');
      await page.getByLabel('Allowed networks').fill('office');
      await page.getByRole('button', { name: 'Save rules' }).click();
      await expect(page.getByLabel('Allowed networks')).toHaveAccessibleDescription(
        /Not a network: office/,
      );
      await page.getByLabel('Allowed networks').fill('203.0.113.0/24');
      await page.getByRole('button', { name: 'Save rules' }).click();
      await expect(page.getByLabel('Allowed networks')).toHaveAccessibleDescription(
        /you would lock yourself out/,
      );
      await page.getByLabel('Allowed networks').fill('');
    });

    await test.step('a team that requires a second step opens when one is added, without a new sign-in', async () => {
      await page.getByRole('button', { name: /switch team$/ }).click();
      await page.getByRole('button', { name: /needs a second step$/ }).click();
      await expect(page.getByRole('heading', { name: /requires a second step$/ })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Add a second step' }).click();
      await addAuthenticatorApp(page);
      await page.goto(`${patron.url}/teams/2/people`);
      await expect(page.getByRole('table', { name: 'People' })).toBeVisible();
    });

    await test.step('the author meets the rule now, and the rules are saved', async () => {
      await page.goto(`${patron.url}/teams/1/people/rules`);
      await page.getByLabel('Second step').selectOption('Required');
      await page.getByLabel('Session length').selectOption('8 hours');
      await page.getByRole('button', { name: 'Save rules' }).click();
      await confirmPassword(page, ADMIN.password);
      await expect(statusMessage(page, 'Rules saved')).toBeVisible();
      await page.reload();
      await expect(page.getByLabel('Second step')).toHaveValue('required');
      await expect(page.getByLabel('Session length')).toHaveValue('8');
    });

    const viewer = await context.newPage();
    await test.step('a colleague can work for a week, and reads what the team will require', async () => {
      await signIn(viewer, `${patron.url}/teams/1/people`, { as: VIEWER });
      await expect(viewer.getByText(/Northwind will require a second step from /)).toBeVisible();
      await expect(viewer.getByRole('table', { name: 'People' })).toBeVisible();
      const rules = viewer.getByRole('button', { name: 'Team rules' });
      await expect(rules).toHaveAccessibleDescription(/Ask Ada Marsh/);
    });

    await test.step('after that, they add one, and the team opens', async () => {
      await requiredForLong(patron, 1);
      await viewer.reload();
      await expect(
        viewer.getByRole('heading', { name: 'Northwind requires a second step' }),
      ).toBeVisible();
      await viewer.getByRole('link', { name: 'Add a second step' }).click();
      await addAuthenticatorApp(viewer, VIEWER.password);
      await viewer.goto(`${patron.url}/teams/1/people`);
      await expect(viewer.getByRole('table', { name: 'People' })).toBeVisible();
    });
  } finally {
    await context.close();
    await patron.remove();
  }
});
