import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { createMember } from '../support/loyalty.ts';
import { signIn } from '../support/sign-in.ts';

/** Pages with file servers, hosts and IDs. */
const PAGES = [
  '/teams/1/accounts/1',
  '/teams/1/boards/1',
  '/teams/1/domains',
  '/teams/1/domains/2',
  '/teams/1/email-templates/1',
];

for (const width of [320, 390]) {
  test(`no word breaks in the middle at ${width} pixels`, async ({ page, request, patron }) => {
    await createMember(request, patron.url, {
      member_id: `LONG-${width}`,
      email_address: 'a.person.with.a.long.name@mail.example-company.test',
    });
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, '/teams/1/overview');
    for (const path of [...PAGES, `/teams/1/members/LONG-${width}`]) {
      await page.goto(path);
      await expect(page.getByRole('main')).not.toHaveText('');
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      await expect.poll(() => brokenWords(page), { message: path }).toEqual([]);
    }
  });
}

/** The words of the page that begin in one line and end in another. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createNodeIterator(
      document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const range = document.createRange();
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
        // Texts for screen readers only are in a box of one pixel.
        const isShown = (text.parentElement?.getBoundingClientRect().width ?? 0) > 1;
        if (isShown && new Set(lines.map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}
