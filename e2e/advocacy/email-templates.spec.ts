import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { tabTo } from '../support/keyboard.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';

const TEMPLATES = '/teams/1/email-templates';

const UNTRUSTED_HTML = `<style>h1 { color: red }</style><h1>Untrusted</h1>
  <script>document.querySelector('h1').textContent = 'Ran'; top.document.title = 'Ran'</script>
  <img src="https://tracker.example/pixel.gif" onerror="document.body.textContent = 'Ran'">
  <link rel="stylesheet" href="https://tracker.example/style.css">
  <iframe src="https://tracker.example/"></iframe>
  <form action="https://tracker.example/"><button>Send</button></form>
  <a href="https://tracker.example/" target="_top">Leave</a>`;

const templates = (page: Page) => page.getByRole('table', { name: 'Email templates' });
const panel = (page: Page) => page.getByRole('dialog');

test('any team member can page through the templates and open one', async ({ page }) => {
  await signIn(page, TEMPLATES, { as: VIEWER });
  await expect(page).toHaveTitle(/^Email templates/);
  await expect(page.getByText('1–25 of 60')).toBeVisible();
  for (const header of ['Name', 'Subject', 'Last updated']) {
    await expect(templates(page).getByRole('columnheader', { name: header })).toBeVisible();
  }
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(`${TEMPLATES}?page=2`);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('51–60 of 60')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveAccessibleDescription(
    'This is the last page',
  );
  await templates(page).getByRole('link', { name: 'We miss you (Japanese)' }).click();
  await expect(panel(page)).toContainText('It has been a while');
  for (const term of ['ID', 'Name', 'Subject', 'Created', 'Last updated']) {
    await expect(panel(page).getByRole('term').filter({ hasText: term }).first()).toBeVisible();
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const { pathname } = new URL(page.url());
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('51–60 of 60')).toBeVisible();
  await page.reload();
  await expect(page.getByText('51–60 of 60')).toBeVisible();

  // A link without the page of the list finds it too.
  await page.goto(pathname);
  await expect(panel(page)).toContainText('It has been a while');
  await page.goto(`${TEMPLATES}/9999`);
  await expect(panel(page)).toContainText('Template not found');
});

test('a template is shown as the email looks, in a frame that can do nothing', async ({
  page,
  pageErrors,
}) => {
  await signIn(page, `${TEMPLATES}/1`);
  const views = panel(page).getByRole('region', { name: 'HTML', exact: true });
  const preview = views.frameLocator('iframe[title="Preview of HTML"]');
  await expect(preview.getByRole('heading', { name: 'Good to have you with us' })).toBeVisible();
  await expect(views.getByRole('region', { name: 'Source of HTML' })).toContainText('<!doctype');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // What a template could try: its colors apply, and nothing else.
  const outcomes: string[] = [];
  // The console itself loads code and lists in the background.
  const isOfPreview = (request: Request) => !/\/(api|assets|gateway\/teams)\//.test(request.url());
  page.on('requestfinished', (request) => {
    if (isOfPreview(request)) outcomes.push(new URL(request.url()).pathname);
  });
  page.on('requestfailed', (request) => {
    if (isOfPreview(request)) outcomes.push(request.failure()?.errorText ?? '');
  });
  await page.evaluate((html) => {
    const frame = document.querySelector('iframe');
    const form = document.querySelector<HTMLFormElement>('form[action$="template-preview"]');
    const field = form?.querySelector('textarea');
    if (!frame || !form || !field) throw new Error('The panel has no preview');
    field.value = html;
    form.submit();
  }, UNTRUSTED_HTML);
  const heading = preview.getByRole('heading', { name: 'Untrusted' });
  await expect(heading).toHaveCSS('color', 'rgb(255, 0, 0)');
  await preview.getByRole('link', { name: 'Leave' }).click();
  await preview.getByRole('button', { name: 'Send' }).click();
  await expect(heading).toBeVisible();
  await expect(page).toHaveTitle(/^Welcome · Email templates/);
  // Blocked by the policy, not by the network.
  expect(new Set(outcomes)).toEqual(new Set(['/gateway/template-preview', 'csp']));
  expect(pageErrors.splice(0).join()).toContain('Content Security Policy');
});

test('rows per page are selectable and kept in the URL', async ({ page }) => {
  await signIn(page, TEMPLATES);
  await page.getByLabel('Rows per page').selectOption('100 per page');
  await expect(page.getByText('1–60 of 60')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1–60 of 60')).toBeVisible();
  await page.goto(`${TEMPLATES}?page=9`);
  await page.getByRole('button', { name: 'Go to first page' }).click();
  await expect(page.getByText('1–25 of 60')).toBeVisible();
});

test('a search finds templates on all pages by name and subject', async ({ page }) => {
  await signIn(page, `${TEMPLATES}?page=3`, { as: VIEWER });
  await expect(page.getByText('51–60 of 60')).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/email_templates')) requests.push(request.url());
  });
  const search = page.getByRole('searchbox', { name: 'Search email templates' });
  await search.pressSequentially('japan miss');
  await expect(page).toHaveURL(`${TEMPLATES}?q=japan+miss`);
  const link = templates(page).getByRole('link', { name: 'We miss you (Japanese)' });
  await expect(link).toBeVisible();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expectAccessible(page);
  // All templates, in one request.
  expect(requests).toHaveLength(1);

  await link.click();
  await expect(panel(page)).toContainText('It has been a while');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(search).toHaveValue('japan miss');
  await search.fill('it has been a while');
  await expect(page).toHaveURL(`${TEMPLATES}?q=it+has+been+a+while`);
  await expect(link).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('it has been a while');
  await expect(link).toBeVisible();

  await search.fill('nothing of the kind');
  await expect(page.getByRole('heading', { name: 'No email templates match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('1–25 of 60')).toBeVisible();
  await expect(search).toHaveValue('');
});

test('a template is opened with the keyboard alone, and closing it restores the focus', async ({
  page,
}) => {
  await signIn(page, TEMPLATES);
  const link = templates(page).getByRole('link', { name: 'Welcome', exact: true });
  await link.waitFor();
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Good to have you with us');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(link).toBeFocused();
});
