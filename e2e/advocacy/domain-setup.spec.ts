import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { startPatronServer } from '../support/patron-server.ts';
import { signIn } from '../support/sign-in.ts';

test.skip(!IS_FULL_RUN);

const NEW_DOMAIN = '/teams/1/domains/new';

test('a wrong DNS record is shown with what was found, until it is corrected', async ({ page }) => {
  test.setTimeout(150_000);
  const dns = await startDnsServer();
  const patron = await startPatronServer({
    ...dns.environment,
    PATRON_DOMAIN_RECORDS: JSON.stringify([
      { type: 'CNAME', name: '{domain}', value: 'edge.patron.example' },
    ]),
  });
  try {
    dns.records.set('CNAME spring.brand.test', 'old-shop.example');
    await signIn(page, `${patron.url}${NEW_DOMAIN}`);
    await expect(page.getByLabel('Domain name')).toHaveAccessibleDescription(/DNS records next/);
    await page.getByLabel('Domain name').fill('spring.brand.test');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('spring.brand.test');
    const setup = page.getByRole('region', { name: 'Setup' });
    const record = setup.getByRole('table', { name: 'DNS records' }).getByRole('row').last();
    await expect(record).toContainText('Wrong: we found old-shop.example');
    await expect(record.getByRole('group', { name: 'Name of the CNAME record' })).toHaveText(
      'spring',
    );
    await expect(record.getByRole('group', { name: 'Value of the CNAME record' })).toHaveText(
      'edge.patron.example',
    );
    await expect(setup.locator('[aria-current=step]')).toHaveText(/Set the DNS records/);
    await expect(setup).toContainText(/Checked \d+ s ago, next in \d+ s/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    dns.records.set('CNAME spring.brand.test', 'edge.patron.example');
    // By itself: the page of a live domain has no setup anymore.
    await expect(page.getByRole('link', { name: 'https://spring.brand.test' })).toBeVisible({
      timeout: 10_000,
    });
    await expect(setup).toHaveCount(0);
    const dnsRecords = page.getByRole('region', { name: 'DNS records', exact: true });
    await expect(dnsRecords).toContainText('Found');
    await expect(page.getByRole('region', { name: 'Certificate' })).toContainText(
      /^CertificateIssued by .+, valid until \w+ \d+, \d{4}\./,
    );
    await expect(page.getByText('Checked DNS records')).toHaveCount(0);
    await expectAccessible(page);

    dns.records.delete('CNAME spring.brand.test');
    dns.records.set('A spring.brand.test', '104.16.1.1');
    // Records of a valid domain are looked up every 30 seconds.
    await expect(dnsRecords).toContainText('Valid, but DNS records are missing', {
      timeout: 45_000,
    });
    await expect(dnsRecords).toContainText(
      "Cloudflare's proxy is in front of spring.brand.test (104.16.1.1)",
    );
    await expect(page.getByText('Valid, DNS records missing')).toBeVisible();
    // What there is to do comes before the facts.
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'DNS records',
      'Certificate',
      'Default experience',
      'Details',
      'Changes',
    ]);
    await expectAccessible(page);
    dns.records.delete('A spring.brand.test');
    await page.goto(`${patron.url}/teams/1/domains`);
    const row = page.getByRole('row', { name: /spring\.brand\.test/ });
    await expect(row).toContainText('Valid, DNS records missing');
    await page.goto(`${patron.url}/teams/1/overview`);
    // Those of the demo data have no records either.
    const attention = page.getByRole('region', {
      name: /^DNS records of \d domains? are missing$/,
    });
    await expect(attention).toContainText('spring.brand.test');
    await page.goto(`${patron.url}/teams/1/domains`);

    dns.records.set('CNAME spring.brand.test', 'edge.patron.example');
    // The worker looks again, and the list is refetched.
    await expect(row).not.toContainText('DNS records missing', { timeout: 60_000 });
  } finally {
    dns.close();
    await patron.remove();
  }
});

test("a certificate that can't be issued shows the authority's reason, and can be tried again", async ({
  page,
}) => {
  // Nothing listens there.
  const patron = await startPatronServer({
    PATRON_ACME_DIRECTORY_URL: 'https://127.0.0.1:1/directory',
    PATRON_ACME_EMAIL: 'ops@northwind.test',
  });
  try {
    await signIn(page, `${patron.url}${NEW_DOMAIN}`);
    await page.getByLabel('Domain name').fill('spring.brand.test');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'spring.brand.test' }).click();
    const setup = page.getByRole('region', { name: 'Setup' });
    await expect(setup).toContainText("The certificate couldn't be issued", { timeout: 30_000 });
    await expect(setup).toContainText('ECONNREFUSED');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await setup.getByRole('button', { name: 'Try again' }).click();
    await expect(setup.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
      /^Just checked\. Try again in \d+ seconds\.$/,
    );
  } finally {
    await patron.remove();
  }
});
