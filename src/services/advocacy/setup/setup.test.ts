import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { createPageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { createUser } from '#services/advocacy/testing/sign-in.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createSetupLink } from './setup-links.ts';
import { setupLinks } from './setup-links-table.ts';

const PASSWORD = 'quiet lantern over water';
const FORM = { team: 'Northwind', name: 'Ana', email: 'ana@brand.test', password: PASSWORD };

describeBothStorages('first administrator', (store) => {
  let service: TestAdvocacy;
  const browser = createPageBrowser();

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    await store.db.delete(users);
    await store.db.delete(setupLinks);
  });
  afterAll(() => service.close());

  const createLink = () => createSetupLink(store.db, service.clock, service.baseUrl);
  const printedLink = async () => new URL((await createLink()) ?? '');
  const submit = (link: URL, form: Partial<typeof FORM> = {}, from = browser) =>
    from.post(`${link.origin}${link.pathname}`, {
      token: link.searchParams.get('token') ?? '',
      ...FORM,
      ...form,
    });

  test('is created on a page that works without JavaScript, and can sign in', async () => {
    const link = await printedLink();
    const page = await browser.get(link);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await page.text();
    for (const label of ['Team name', 'Your name', 'Email', 'New password']) {
      expect(html).toMatch(new RegExp(`<label for="[a-z]+">${label}</label>`));
    }
    // Opening the link, as link previews do, doesn't use it up.
    expect((await browser.get(link)).status).toBe(200);

    const before = await store.db.$count(auditEvents);
    const created = await submit(link);
    expect(created.status).toBe(200);
    expect(await created.text()).toMatch(/Patron is set up[\s\S]*\/teams\/\d+\/overview/);
    await signInThroughPages(service.baseUrl, { email: FORM.email, password: PASSWORD });
    expect(await store.db.$count(memberships)).toBe(1);
    const events = await store.db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(events.slice(before).map(({ action }) => action)).toEqual([
      'team.create',
      'sign_in.success',
    ]);
    expect(JSON.stringify(events)).not.toContain(PASSWORD);
  });

  test('is one, of all processes and parallel forms', async () => {
    const links = await Promise.all([printedLink(), printedLink(), printedLink()]);
    for (const link of links) expect((await browser.get(link)).status).toBe(200);
    const forms = [...links, ...links].map((link, n) =>
      submit(link, { email: `a${n}@brand.test` }),
    );
    const statuses = (await Promise.all(forms)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await store.db.$count(users)).toBe(1);
    for (const link of links) expect((await browser.get(link)).status).toBe(400);
  });

  test('has no link once any user exists, however they were created', async () => {
    const link = await printedLink();
    await createUser(store.db, 'ops@brand.test');
    expect((await browser.get(link)).status).toBe(400);
    expect((await submit(link)).status).toBe(400);
    expect(await createLink()).toBeUndefined();
    expect(await store.db.$count(users)).toBe(1);
  });

  test('has a link that expires after a day, and another after the next start', async () => {
    const link = await printedLink();
    service.clock.advance(86_400 - 1);
    expect((await browser.get(link)).status).toBe(200);
    service.clock.advance(1);
    expect((await browser.get(link)).status).toBe(400);
    expect((await submit(link)).status).toBe(400);
    expect((await browser.get(await printedLink())).status).toBe(200);
  });

  test('is not created with a tampered link, and only a digest of it is stored', async () => {
    const link = await printedLink();
    const token = link.searchParams.get('token') ?? '';
    expect(JSON.stringify(await store.db.select().from(setupLinks))).not.toContain(token);
    for (const value of ['', '\0', 'x'.repeat(5000), `${token}x`, token.slice(1)]) {
      link.searchParams.set('token', value);
      expect((await browser.get(link)).status).toBe(400);
      expect((await submit(link)).status).toBe(400);
    }
    expect(await store.db.$count(users)).toBe(0);
  });

  test.each([
    ['team', ' ', 'Enter your team&#39;s name'],
    ['name', '', 'Enter your name'],
    ['email', 'ana', 'Enter an email address'],
    ['password', 'short', 'Use 12 characters or more'],
    ['password', FORM.email, 'Don&#39;t use your email address'],
  ])('asks again for an invalid %s (%j)', async (field, value, message) => {
    const link = await printedLink();
    const rejected = await submit(link, { [field]: value });
    expect(rejected.status).toBe(422);
    const html = await rejected.text();
    expect(html).toContain(message);
    expect(new RegExp(`<input id="${field}"[^>]*>`).exec(html)?.[0]).toContain(
      'aria-invalid="true"',
    );
    expect(html).not.toContain('value="short"');
    expect((await submit(link)).status).toBe(200);
  });

  test('opens the public address, whatever headers the request has', async () => {
    const link = await printedLink();
    expect(link.href).toMatch(`${service.baseUrl}/oauth/setup?token=`);
    const forged = createPageBrowser({
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'ftp',
    });
    const html = await (await submit(link, {}, forged)).text();
    expect(html).not.toContain('evil.test');
    expect(html).toContain(`href="${service.dependencies.publicUrl}/teams/`);
  });
});
