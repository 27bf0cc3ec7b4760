import { expect } from '../fixtures.ts';
import { createWebhook } from '../vendor/webhook-sender.ts';
import { WEBHOOK_SECRET } from './vendor-console.ts';
import { TEAM } from './vendor-pages.ts';
import { vendorTest as test } from './vendor-test.ts';

const MINUTE_MS = 60_000;

test('a sender that signs once can repeat a request for half an hour', async ({
  page,
  vendor: _vendor,
  patron,
}) => {
  const inbox = `${patron.url}/gateway/teams/${TEAM}/webhooks/loyalty`;
  const event = (id: string) => ({
    id,
    event_type: 'event_member_tierupgrade',
    data: { member_info: { id: 'svc.1', first_name: 'Ines' } },
  });
  const signedAgo = (minutes: number, id: string) =>
    createWebhook(inbox, WEBHOOK_SECRET, [event(id)], Date.now() - minutes * MINUTE_MS).send();
  expect(await signedAgo(0, 'evt.new')).toBe(200);
  expect(await signedAgo(20, 'evt.repeated')).toBe(200);
  expect(await signedAgo(20, 'evt.repeated')).toBe(200);
  expect(await signedAgo(31, 'evt.late')).toBe(401);
  await page.goto(`/teams/${TEAM}/webhooks`);
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(2);
});
