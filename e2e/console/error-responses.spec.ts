import type { Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { chooseFactor } from '../support/factors.ts';
import { tabTo } from '../support/keyboard.ts';
import { signIn, signOut, VIEWER } from '../support/sign-in.ts';

const panel = (page: Page) => page.getByRole('dialog');
/** Whether the scopes of a resource can view and change it, in the permissions dialog. */
const permissions = (page: Page, resource: string) =>
  page
    .getByRole('table', { name: 'Permissions' })
    .getByRole('row')
    .filter({ has: page.getByText(resource, { exact: true }) })
    .getByRole('cell');

test('a domain that is not shared with the role is explained, with a request ID', async ({
  page,
}) => {
  await signIn(page, '/teams/1/domains');
  await page.getByRole('link', { name: 'preview.patron.example' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('preview.patron.example');
  const address = page.url();

  await signOut(page);
  await page.getByLabel('Email').waitFor();
  await signIn(page, address, { as: VIEWER });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('not shared with your role');
  await expect(alert).toContainText('Ask an administrator');
  await expect(alert).toContainText(/Request [\da-f-]{36}/);
  await expectAccessible(page);
});

test('a viewer learns by keyboard why each action is disabled', async ({ page }) => {
  await signIn(page, '/teams/1/domains', { as: VIEWER });
  const add = page.getByRole('button', { name: 'Add domain' });
  await add.waitFor();
  await tabTo(page, add);
  const reason = page.getByRole('tooltip', { name: /can view but not change domains/ });
  await expect(reason).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reason).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toHaveCount(0);

  await page.goto('/teams/1/domains/new');
  const save = panel(page).getByRole('button', { name: 'Add domain' });
  await expect(save).toHaveAccessibleDescription(/can view but not change domains/);
  await expect(panel(page).getByLabel('Domain name')).toBeDisabled();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(panel(page).getByRole('alert')).toHaveCount(0);
});

test('the permissions dialog lists granted and missing scopes', async ({ page }) => {
  await signIn(page, '/teams/1/boards', { as: VIEWER });
  await page.getByRole('button', { name: /^You, / }).click();
  await page.getByRole('menuitem', { name: 'Permissions' }).click();
  await expect(permissions(page, 'accounts')).toHaveText(['Yes', 'No']);
  await expect(permissions(page, 'authentication_factors')).toHaveText(['Yes', 'Yes']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^You, / })).toBeFocused();
});

test('canceling the password dialog changes nothing and is not an error', async ({ page }) => {
  await signIn(page, '/security', { as: VIEWER });
  await chooseFactor(page, 'Email');
  await page
    .getByRole('dialog', { name: "Confirm it's you" })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Add method' })).toBeVisible();
});

test('each list names its missing scope', async ({ page }) => {
  await signIn(page, '/teams/1/overview', { scopes: ['identity', 'teams:read'] });
  for (const [address, scope] of [
    ['accounts', 'accounts:read'],
    ['accounts/1', 'accounts:read'],
    ['boards', 'boards:read'],
    ['boards/1', 'boards:read'],
    ['domains', 'domains:read'],
    ['domains/1', 'domains:read'],
  ] as const) {
    await page.goto(`/teams/1/${address}`);
    await expect(page.getByText(`Requires the ${scope} scope`).last()).toBeVisible();
    // Ada is the only administrator, and is not advised to ask Ada.
    await expect(page.getByText('Ask Ada Marsh')).toHaveCount(0);
  }
  await expectAccessible(page);
});

test('a read-only role, an empty team and a revoked role are explained', async ({
  page,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  test.slow();
  // Who writes somewhere is granted the scopes; the role in each team still counts (decisions.md, 13).
  await patron.runAdmin(
    ['teams', 'create', 'Fresh start'],
    ['roles', 'grant', VIEWER.email, '--team', '3', '--role', 'Administrator'],
  );
  await signIn(page, '/teams/1/domains/new', { as: VIEWER });
  const save = panel(page).getByRole('button', { name: 'Add domain' });
  const alert = panel(page).getByRole('alert');
  await expect(panel(page).getByLabel('Domain name')).toBeDisabled();
  await expect(save).toHaveAccessibleDescription(
    /^You can view but not change domains\. Ask .+ \(administrator\)\.$/,
  );
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^You, / }).click();
  await page.getByRole('menuitem', { name: 'Permissions' }).click();
  await expect(permissions(page, 'accounts')).toHaveText(['Yes', 'No']);
  await expect(permissions(page, 'authentication_factors')).toHaveText(['Yes', 'Yes']);

  for (const [address, title, ...actions] of [
    ['accounts', 'No accounts yet', 'Connect account', 'Connect the first account'],
    ['boards', 'No boards yet'],
    ['email-templates', 'No email templates yet'],
    ['domains', 'No domains yet', 'Add domain', 'Add the first domain'],
  ] as const) {
    await page.goto(`/teams/3/${address}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    for (const name of actions) await expect(page.getByRole('button', { name })).toHaveCount(1);
  }
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add the first domain' }).click();
  await panel(page).getByLabel('Domain name').fill('kept.patron.test');
  await patron.runAdmin(['roles', 'revoke', VIEWER.email, '--team', '3']);
  await save.click();
  await expect(alert).toContainText("The domain wasn't added");
  await expect(alert).toContainText('You do not belong to this team');
  await expect(alert).toContainText('Ask an administrator');
  await expect(alert).toContainText(/Request [\da-f-]{36}/);
  await expect(alert).toBeFocused();
  await expect(panel(page).getByLabel('Domain name')).toHaveValue('kept.patron.test');
  await page.goto('/teams/3/domains');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team not found');
});
