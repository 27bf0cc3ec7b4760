import { expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';
import { PHONE } from '../support/viewports.ts';
import { enterCampaign } from '../support/webhooks.ts';
import { confirmPassword, readSecret, startWebhookReceiver } from './webhook-receiver.ts';

const PROGRAM = '/teams/1/program?tab=developers';

test('a webhook is added, tested and rotated without losing events, and a failure is retried', async ({
  page,
  patron,
  request,
}) => {
  // The lists are read again every ten seconds.
  test.slow();
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
  await expect(statusMessage(page, `${name} received the test event`)).toBeVisible();

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
  await expect(delivery).toContainText(/503 in [\d,]+ ms/, { timeout: 30_000 });
  await delivery.getByRole('link').click();
  await expect(page).toHaveURL(/delivery=\d+/);
  await expect(page.getByRole('table', { name: 'Attempts' })).toContainText(
    'Closed for maintenance',
  );
  await expect(page.getByRole('region', { name: 'Request body' })).toContainText('"request_id"');
  await expect(page.getByRole('region', { name: 'Request headers' })).toContainText(
    'x-loyalty-signature',
  );
  await expectAccessible(page);
  receiver.isBroken = false;
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect.poll(() => campaigns).toContain('Broken');
  await page.getByRole('button', { name: 'Close delivery' }).click();
  const newest = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
  await expect(newest.getByRole('link')).toBeFocused();
  await expect(page.getByRole('table', { name: 'Attempts' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'All' }).press('ArrowRight');
  await expect(page).toHaveURL(/state=failed/);
  await expect(page.getByRole('tab', { name: 'Failed', selected: true })).toBeFocused();
  await expect(page.getByText('No failed deliveries')).toBeVisible();
  await page.getByRole('button', { name: 'Send again since' }).click();
  const resend = page.getByRole('dialog', { name: 'Send again since' });
  await resend.getByRole('radio', { name: 'Only failed deliveries' }).check();
  await resend.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('No deliveries failed since then.')).toBeVisible();

  await page.getByRole('button', { name: 'Switch now' }).click();
  await expect(page.getByRole('button', { name: 'Switch now' })).toHaveCount(0);

  await choose('Pause');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await enterCampaign(request, patron.url, 'While paused', 'M-000001');
  await expect(page.getByText('1 event missed so far')).toBeVisible({ timeout: 30_000 });
  await choose('Resume');
  await page
    .getByRole('dialog', { name: `Resume ${name}?` })
    .getByRole('button', { name: 'Send 1 event' })
    .click();
  await expect.poll(() => campaigns).toContain('While paused');
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
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('link', { name: /^Campaign entered/ })
    .first()
    .click();
  await page.getByRole('link', { name: /^Request #\d+$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Request #\d+$/);
});

test('the section says to a viewer who can see webhooks', async ({ page }) => {
  await signIn(page, PROGRAM, { as: VIEWER });
  await expect(page.getByRole('region', { name: 'Webhooks' })).toContainText(
    'Only administrators can see webhooks.',
  );
});
