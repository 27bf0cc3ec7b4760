import { expect, test } from './fixtures.ts';
import { createMember } from './support/loyalty.ts';
import { signIn } from './support/sign-in.ts';
import { enterCampaign } from './support/webhooks.ts';

test('an event that others have overtaken says so, and leads to the newest', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, { member_id: 'FACTS-1', first_name: 'Nora' });
  await enterCampaign(request, patron.url, 'First facts', 'FACTS-1');
  await signIn(page, undefined, '/teams/1/webhooks?member_id=FACTS-1');
  const table = page.getByRole('table', { name: 'Webhooks' });
  const row = table.getByRole('row').filter({ hasText: 'First facts' });
  await expect(row).toContainText('Processed');
  await row.getByRole('link', { name: 'Campaign entered' }).click();
  await expect(page.getByText('No event tells anything newer of this member.')).toBeVisible();

  await enterCampaign(request, patron.url, 'Newer facts', 'FACTS-1');
  await expect(async () => {
    await page.reload();
    const newest = page.getByRole('link', { name: 'Another event' });
    await newest.click({ timeout: 2_000 });
  }).toPass();
  const campaign = page.getByRole('region', { name: 'Campaign' });
  await expect(campaign).toContainText('Newer facts');
  await expect(page.getByText('No event tells anything newer of this member.')).toBeVisible();
});
