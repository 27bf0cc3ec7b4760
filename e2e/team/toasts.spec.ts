import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { confirmPassword } from '../support/factors.ts';
import { ADMIN, signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

/** Under load, to find what only happens now and then. */
const REPETITIONS = IS_FULL_RUN ? 100 : 20;
const CPU_SLOWDOWN = 4;

test('a success is shown each time that a menu and a dialog close in the same step', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signIn(page, '/teams/1/people');
  const client = await page.context().newCDPSession(page);
  const setRole = async (role: string) => {
    await page.getByRole('button', { name: 'Actions for Vera Lindqvist' }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page.getByRole('combobox', { name: 'Role' }).selectOption(role);
    await page.getByRole('button', { name: 'Change role' }).click();
  };
  await setRole('Administrator');
  await confirmPassword(page, ADMIN.password);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const missing: string[] = [];
  for (let index = 0; index < REPETITIONS; index += 1) {
    const role = index % 2 === 0 ? 'Viewer' : 'Administrator';
    await setRole(role);
    const toast = statusMessage(page, `Vera Lindqvist's role is now ${role}.`).last();
    const isShown = await toast
      .waitFor({ timeout: 4_000 })
      .then(() => toast.evaluate(isOnTop))
      .catch(() => false);
    if (!isShown) missing.push(`${index}: ${role}`);
    // One at a time in every other pass: the first one opens the list of toasts.
    if (index % 4 < 2) await page.getByRole('button', { name: 'Dismiss' }).first().click();
  }
  expect(missing).toEqual([]);
});

function isOnTop(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
