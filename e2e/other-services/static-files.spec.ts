import { expect, test } from '@playwright/test';
import { startVendor } from '../vendor/vendor.ts';
import { startOwnGateway } from './own-gateway.ts';

test('the console works as static files with a gateway of your own, as documented', async ({
  page,
}) => {
  const vendor = await startVendor();
  const site = await startOwnGateway(vendor);
  try {
    await page.goto(`${site.url}/teams/42/accounts`);
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(12);
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await links.getByText('Members', { exact: true }).click();
    await expect(page.getByText('1–12 of 12')).toBeVisible();
    await page.getByRole('link', { name: 'Ines1 Kestrel' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const panel = page.getByRole('dialog', { name: /^Edit/ });
    await panel.getByLabel('Last name').fill('Falke');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel).toHaveCount(0);
    expect(vendor.requests).toContain('POST /v2/loyalty/members/1');
    // What only Patron has is not announced.
    for (const name of ['Jobs', 'People', 'Audit log', 'Program']) {
      await expect(links.getByText(name, { exact: true })).toHaveCount(0);
    }
    // The user is on team 7, which has no program.
    await page.goto(`${site.url}/teams/7/members`);
    await expect(page.getByText(/no loyalty program/i).first()).toBeVisible();
  } finally {
    await site.close();
    await vendor.close();
  }
});
