import type { Page } from '@playwright/test';
import { DIRECTORY_BUILDING_MS, expect, IS_FULL_RUN, directoryTest as test } from '../fixtures.ts';
import { signIn } from '../support/sign-in.ts';

test.skip(!IS_FULL_RUN);

/** What translators do: elements in the place of all texts, or around them. */
type Change = 'replace' | 'wrap';

async function changeTexts(page: Page, change: Change): Promise<void> {
  await page.evaluate((how) => {
    const iterator = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = iterator.nextNode(); node; node = iterator.nextNode()) {
      const text = node as Text;
      if (text.data.trim() !== '' && !text.parentElement?.closest('script, style'))
        texts.push(text);
    }
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      if (how === 'replace') inner.textContent = text.data;
      text.replaceWith(outer);
      if (how === 'wrap') inner.append(text);
    }
  }, change);
}

for (const change of ['replace', 'wrap'] as const) {
  test(`a page whose texts a translator keeps to ${change} never fails or shows an old figure`, async ({
    page,
  }) => {
    const failed = page.getByText(/This page failed|part of Patron/);
    const translate = async () => {
      await expect(failed).toHaveCount(0);
      await changeTexts(page, change);
    };
    const main = page.locator('main');
    await signIn(page, '/teams/1/members');
    await expect(main.getByText(/^1–100 of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
    // Until then the list is the program's, and the next page would be another list's.
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible({
      timeout: DIRECTORY_BUILDING_MS,
    });
    await translate();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(main).toContainText(/101–200 of/);
    await expect(main).not.toContainText('1–100 of');
    await translate();
    const search = page.getByRole('searchbox', { name: 'Search members' });
    await search.fill('muller');
    await expect(main).not.toContainText('101–200 of');
    await translate();
    await search.fill('');
    await expect(main).toContainText(/1–100 of/);
    await translate();
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(2)
      .check();
    await expect(main).toContainText('1 selected');
    await translate();
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(3)
      .check();
    await expect(main).toContainText('2 selected');
    await expect(main).not.toContainText('1 selected');

    await translate();
    await page.getByRole('link', { name: /^Domains/ }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/^Domains/);
    const rows = page.getByRole('table', { name: 'Domains' }).locator('tbody tr');
    await expect(rows).not.toHaveCount(0);
    const title = page.locator('main :has(> h1)');
    await expect(title).toHaveText(/\d+ in total/);
    const count = Number((await title.textContent())?.match(/\d+/)?.[0]);
    await translate();
    await page.getByRole('button', { name: 'Add domain' }).click();
    await translate();
    await page.getByRole('textbox', { name: /Domain name/ }).fill(`${change}.northwind.example`);
    await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
    await expect(page.getByText(/was added|part of Patron/).first()).toBeVisible();
    await expect(title).toContainText(`${count + 1} in total`);
    await translate();
    for (const name of ['Accounts', 'Overview', 'People', 'Audit log', 'Security', 'Members']) {
      await page.getByRole('navigation', { name: 'Main' }).getByText(name, { exact: true }).click();
      await expect(heading).toHaveText(new RegExp(`^${name}`));
      await translate();
    }
    await page.goBack();
    await expect(heading).toHaveText(/^Security/);
    await expect(failed).toHaveCount(0);
  });
}
