import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { navigateTo } from '../support/every-page.ts';
import { signIn, signOut, submitPassword, VIEWER } from '../support/sign-in.ts';

test('notifications list what needs attention and what toasts said, read or unread per user', async ({
  page,
}) => {
  await signIn(page, '/teams/1/domains/new');
  const button = page.getByRole('button', { name: 'Notifications', exact: true });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const panelItem = page.getByRole('dialog', { name: 'Add domain' });
  await panelItem.getByLabel('Domain name').fill('bell.northwind.example');
  await panelItem.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'was added' })).toBeVisible();

  // Also after a reload, and in order: what needs attention, then what happened.
  await page.goto('/teams/1/boards');
  await expect(button).toHaveAccessibleDescription(/^\d+ unread$/);
  await button.click();
  const attention = panel.getByRole('list', { name: 'Needs attention' });
  const accounts = attention.getByRole('listitem').filter({ hasText: /accounts? expire/ });
  await expect(accounts).toContainText('(unread)');
  const recent = panel.getByRole('list', { name: 'Recent' }).getByRole('listitem');
  await expect(recent.filter({ hasText: 'bell.northwind.example was added' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('n');
  const markAllRead = panel.getByRole('button', { name: 'Mark all read' });
  await expect(markAllRead).toBeFocused();
  // Closed and opened again before the browser sends the toggle event.
  await button.evaluate((element: HTMLElement) => {
    document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    element.click();
  });
  await expect(markAllRead).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAccessibleDescription('Nothing unread');
  await page.reload();
  await button.click();
  await expect(accounts).not.toContainText('(unread)');

  await page.keyboard.press('Escape');
  await signOut(page);
  await expect(page.getByLabel('Password')).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain('bell.northwind.example');
  await submitPassword(page, VIEWER);
  await expect(button).toHaveAccessibleDescription(/^\d+ unread$/);
  await button.click();
  await expect(panel.getByText('bell.northwind.example was added')).toHaveCount(0);
  await expect(accounts).toContainText('(unread)');
  await accounts.getByRole('link').press('Enter');
  await expect(page).toHaveURL('/teams/1/accounts?show=attention&sort=expires_at');
  await expect(panel).toBeHidden();
  await button.click();
  await expect(accounts).not.toContainText('(unread)');
});

test('notifications list what needs attention as the overview does', async ({ page }) => {
  await signIn(page, '/teams/1/overview');
  const overview = page.getByRole('region', { name: 'Needs attention' });
  await expect(overview.getByText('Two-step verification is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('n');
  const list = page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('list', { name: 'Needs attention' });
  await expect(async () => {
    const titles = await overview.getByRole('strong').allTextContents();
    await expect(list.getByRole('link')).toHaveText(titles, { timeout: 1000 });
  }).toPass();
  await list.getByRole('link', { name: 'Two-step verification is off' }).click();
  await expect(page).toHaveURL('/security/new');
});

test('notifications do not say that all is well before they are loaded, or if that failed', async ({
  page,
  patron,
}) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/teams/1/none');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const allWell = panel.getByText("You're all caught up");
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await patron.whileStalled(async () => {
    // The same page in another team needs no code.
    await navigateTo(page, '/teams/2/none');
    await page.keyboard.press('n');
    await expect(panel.getByText('Loading')).toBeAttached();
    await expect(allWell).toHaveCount(0);
  });
  await expect(panel.getByText('Loading')).toHaveCount(0);
  await expect(allWell.or(panel.getByRole('listitem')).first()).toBeVisible();

  await page.goto('/teams/1/none');
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await patron.withoutServices(async () => {
    await navigateTo(page, '/teams/2/none');
    await page.keyboard.press('n');
    await expect(panel.getByRole('alert')).toContainText("Some notifications couldn't be loaded");
    await expect(allWell).toHaveCount(0);
  });

  await panel.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(panel.getByRole('heading', { name: 'Notifications' })).toBeFocused();
  await expect(allWell.or(panel.getByRole('listitem')).first()).toBeVisible();
});
