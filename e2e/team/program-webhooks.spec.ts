import { expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';
import { PHONE } from '../support/viewports.ts';
import { enterCampaign } from '../support/webhooks.ts';
import { confirmPassword, readSecret, startWebhookReceiver } from './webhook-receiver.ts';

const PROGRAM = '/teams/1/program';

test('a webhook is added, tested and rotated without losing events, and a failure is retried', async ({
  page,
  patron,
  request,
}) => {
  const { receiver, campaigns, name, url, close } = await startWebhookReceiver();
  await signIn(page, PROGRAM);
  const section = page.getByRole('region', { name: 'Webhooks' });
  await section.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('radio', { name: 'Only some events' }).check();
  await dialog.getByRole('checkbox', { name: 'Tier upgrade' }).uncheck();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await confirmPassword(page);
  receiver.secret = await readSecret(page);
  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name });
  await expect(row).toContainText('Campaign entered');
  await expectAccessible(page);

  const choose = async (action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Send test');
  await expect(page.getByRole('status')).toContainText(`${name} received the test event.`);

  await enterCampaign(request, patron.url, 'Before', 'M-000001');
  await expect.poll(() => campaigns).toContain('Before');
  await choose('Rotate secret');
  await page
    .getByRole('alertdialog', { name: `Rotate the secret of ${name}?` })
    .getByRole('button', { name: 'Rotate secret' })
    .click();
  const next = await readSecret(page);
  await enterCampaign(request, patron.url, 'With the last secret', 'M-000001');
  await expect.poll(() => campaigns).toContain('With the last secret');
  receiver.secret = next;
  await enterCampaign(request, patron.url, 'With the next secret', 'M-000001');
  await expect.poll(() => campaigns).toContain('With the next secret');

  receiver.isBroken = true;
  await enterCampaign(request, patron.url, 'Broken', 'M-000001');
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const delivery = page
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('row', { name: /Waiting/ });
  await expect(delivery).toContainText(/503 in [\d,]+ ms/, { timeout: 15_000 });
  await delivery.getByRole('button', { name: /^Actions for Campaign entered/ }).click();
  await page.getByRole('menuitem', { name: 'View attempts' }).click();
  await expect(page.getByRole('table', { name: 'Attempts' })).toContainText(
    'Closed for maintenance',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  receiver.isBroken = false;
  await delivery.getByRole('button', { name: /^Actions for Campaign entered/ }).click();
  await page.getByRole('menuitem', { name: 'Retry' }).click();
  await expect.poll(() => campaigns).toContain('Broken');
  await page.getByRole('button', { name: 'Retry failed' }).click();
  await page.getByRole('button', { name: 'Retry deliveries' }).click();
  await expect(page.getByText('No deliveries failed since then.')).toBeVisible();

  await choose('Pause');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await choose('Delete');
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByText('Webhook not found')).toBeVisible();
  close();
});

test("a delivery to the team's inbox leads to its request there", async ({
  page,
  patron,
  request,
}) => {
  await signIn(page, PROGRAM);
  const row = page
    .getByRole('table', { name: 'Webhooks' })
    .getByRole('row', { name: /Your inbox/ });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await enterCampaign(request, patron.url, 'Inbox', 'M-000001');
  await row.getByRole('link').click();
  await page
    .getByRole('button', { name: /^Actions for Campaign entered/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'View in inbox' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Request #\d+$/);
});

test('the section says to a viewer who can see webhooks', async ({ page }) => {
  await signIn(page, PROGRAM, { as: VIEWER });
  await expect(page.getByRole('region', { name: 'Webhooks' })).toContainText(
    'Only administrators can see webhooks.',
  );
});
