import { expect, test } from '../../fixtures.ts';
import { signIn } from '../../support/sign-in.ts';

const ROUNDS = 5;

test('closing a panel never overrides where the user goes next', async ({ page }) => {
  await signIn(page, '/teams/1/domains');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const panel = page.getByRole('dialog');
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
  await expect(page.getByRole('table', { name: 'Domains' })).toBeVisible();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [key, name] of [
      ['m', 'Members'],
      ['h', 'People'],
      ['d', 'Domains'],
    ] as const) {
      await page.keyboard.press('c');
      await expect(panel).toBeVisible();
      for (const pressed of ['Escape', 'g', key]) await page.keyboard.press(pressed);
      await expect(heading(name)).toBeVisible();
      await expect(panel).toBeHidden();
      addresses.push('shown');
    }
  }
  const shown = addresses.filter((_, index) => addresses[index + 1] === 'shown');
  const visit = ['/teams/1/members', '/teams/1/people', '/teams/1/domains'];
  expect(shown).toEqual(Array.from({ length: ROUNDS }, () => visit).flat());
});

test('a search that is cleared while a panel closes shows the whole list', async ({ page }) => {
  await signIn(page, '/teams/1/email-templates?q=a');
  const search = page.getByRole('searchbox', { name: 'Search email templates' });
  const entry = page.getByRole('table', { name: 'Email templates' }).getByRole('link').first();
  for (let round = 0; round < ROUNDS; round++) {
    await search.fill('a');
    await expect(page).toHaveURL(/q=a/);
    await entry.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await search.fill('');
    await expect(page).not.toHaveURL(/q=/);
    await expect(search).toHaveValue('');
  }
});
