import { expect, directoryTest as test } from '../fixtures.ts';
import { signIn } from '../support/sign-in.ts';
import { enterCampaign } from '../support/webhooks.ts';
import { confirmPassword, readSecret, startWebhookReceiver } from './webhook-receiver.ts';

const THREE_MINUTES_MS = 180_000;

test('a new integrator gets a key, calls the API, receives verified events and rotates the secret', async ({
  page,
  patron,
  request,
}) => {
  const startedAt = Date.now();
  const { receiver, campaigns, name, url, close } = await startWebhookReceiver();
  await signIn(page, '/teams/1');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Program' })
    .click();
  await page.getByRole('tab', { name: 'Developers' }).click();

  const keys = page.getByRole('region', { name: 'API keys' });
  await keys.getByRole('button', { name: 'Create key' }).click();
  const newKey = page.getByRole('dialog', { name: 'Create API key' });
  await newKey.getByLabel('Name').fill('Integration');
  await newKey.getByRole('button', { name: 'Create key' }).click();
  await confirmPassword(page);
  const key = await readSecret(page, 'API key');
  const listed = await request.get(`${patron.url}/api/loyalty/v2/loyalty/members?count=100`, {
    headers: { 'api-key': key, 'partner-id': 'patron-demo' },
  });
  expect(listed.status()).toBe(200);
  const [member] = (await listed.json()).data.members;

  const section = page.getByRole('region', { name: 'Webhooks' });
  await section.getByRole('button', { name: 'Add webhook' }).click();
  const newWebhook = page.getByRole('dialog', { name: 'Add webhook' });
  await newWebhook.getByLabel('URL').fill(url);
  await newWebhook.getByRole('button', { name: 'Add webhook' }).click();
  receiver.secret = await readSecret(page);
  await enterCampaign(request, patron.url, 'First', member.member_id);
  await page.getByRole('table', { name: 'Webhooks' }).getByRole('link', { name }).click();
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await expect(deliveries.getByRole('row', { name: /Delivered/ })).toContainText(/200 in/, {
    timeout: 15_000,
  });
  expect(campaigns).toEqual(['First']);

  // Events keep coming, while the secret is replaced and before the receiver knows the new one.
  const sent: string[] = [];
  let isFlowing = true;
  const flow = (async () => {
    while (isFlowing) {
      const campaign = `Event ${sent.length}`;
      await enterCampaign(request, patron.url, campaign, member.member_id);
      sent.push(campaign);
    }
  })();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
  await page
    .getByRole('alertdialog', { name: `Rotate the secret of ${name}?` })
    .getByRole('button', { name: 'Rotate secret' })
    .click();
  const next = await readSecret(page);
  const before = sent.length;
  await expect.poll(() => sent.length).toBeGreaterThan(before + 3);
  receiver.secret = next;
  await expect.poll(() => sent.length).toBeGreaterThan(before + 6);
  isFlowing = false;
  await flow;
  await expect.poll(() => [...campaigns].sort()).toEqual(['First', ...sent].sort());

  const row = page.getByRole('row', { name: /Waiting|Failed/ });
  await page.reload();
  await expect(deliveries.getByRole('row', { name: /Delivered/ }).first()).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(Date.now() - startedAt).toBeLessThan(THREE_MINUTES_MS);
  close();
});
