import { appCode } from '../support/factors.ts';
import { ADMIN } from '../support/sign-in.ts';
import type { EnginePage } from './engine.ts';
import {
  click,
  expect,
  expectGone,
  fill,
  open,
  openedBy,
  see,
  signOut,
  submitPassword,
  test,
} from './engine-test.ts';
import type { Target } from './find-element.ts';

const heading = (name: string): Target => ({ role: 'heading', name });
const button = (name: string, within?: Target): Target => ({
  role: 'button',
  name,
  ...(within && { within }),
});

test('a second step is added after the password, asked for at sign-in, and removed', async ({
  patron,
  tab,
}) => {
  await open(tab, `${patron.url}/security`);
  await click(tab, button('Add method'));
  await click(tab, button('Authenticator app'));
  await confirmPassword(tab);
  await see(tab, { role: 'group', name: 'Secret' });
  const secret = await tab.evaluate(() =>
    (document.querySelector('[role=group] code')?.textContent ?? '').replace(/\s/g, ''),
  );
  await fill(tab, { role: 'field', name: 'Code' }, appCode(secret));
  await click(tab, button('Verify'));
  await see(tab, { role: 'status', name: /Authenticator app turned on/ });

  await signOut(tab);
  await submitPassword(tab);
  // The next step's code: the present one was used up by the enrollment.
  await fill(tab, { role: 'field', name: 'Code' }, appCode(secret, 1));
  await tab.press('Enter');
  await see(tab, heading('Overview'));

  await open(tab, `${patron.url}/security`);
  await click(tab, button('Actions for Authenticator app'));
  await click(tab, { role: 'menuitem', name: 'Remove' });
  await click(tab, button('Remove method'));
  await confirmPassword(tab);
  await see(tab, { role: 'text', name: 'Two-step verification is off' });
});

test('a form is sent after its session has ended and continued in a window', async ({
  engine,
  patron,
  tab,
}) => {
  await open(tab, `${patron.url}/teams/1/domains/new`);
  // The shell's last request, which would find out by itself that the session has ended.
  await see(tab, { role: 'text', name: /need attention/ });
  const form: Target = { role: 'dialog', name: 'Add domain' };
  await fill(tab, { role: 'field', name: 'Domain name', within: form }, 'engine.northwind.test');
  const token = await tab.evaluate(() => localStorage.getItem('patron.refresh-token') ?? '');
  const { ok } = await fetch(`${patron.url}/api/advocacy/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'patron-console', token }),
  });
  expect(ok).toBe(true);
  await click(tab, button('Add domain', form));
  await see(tab, { role: 'dialog', name: 'Your session has ended' });
  const window_ = await openedBy(engine, () => click(tab, button('Sign in again')));
  await submitPassword(window_);
  await expect.poll(() => window_.isClosed()).toBe(true);
  await expectGone(tab, { role: 'dialog', name: 'Your session has ended' });
  // WebDriver may say that a click failed because its form is gone.
  await expect(async () => {
    await (await tab.find(button('Add domain', form)))?.click();
    expect(await tab.find({ role: 'row', name: /engine\.northwind\.test/ })).toBeDefined();
  }).toPass({ timeout: 60_000 });
});

test('signing out in one tab hides the page of another', async ({ engine, patron, tab }) => {
  await open(tab, `${patron.url}/teams/1/boards`);
  await see(tab, heading('Boards'));
  const other = await engine.newPage();
  await open(other, `${patron.url}/teams/1/domains`);
  await see(other, heading('Domains'));
  await signOut(other);
  await see(tab, { role: 'dialog', name: 'You signed out in another tab' });
  await other.close();
});

test('a page that comes back works, however often it was left', async ({ patron, tab }) => {
  await open(tab, `${patron.url}/teams/1/webhooks`);
  await see(tab, heading('Webhooks'));
  // Each visit opens a stream of events, and a browser has six connections to a server.
  for (let visit = 1; visit <= 7; visit += 1) {
    await tab.goto(`${patron.url}/docs`);
    await tab.back();
    await see(tab, heading('Webhooks'));
  }
  await click(tab, { role: 'link', name: 'Activities' });
  await see(tab, { role: 'text', name: /^1–\d+ of 40$/ });
  await tab.back();
  await see(tab, heading('Webhooks'));
});

async function confirmPassword(tab: EnginePage): Promise<void> {
  const dialog: Target = { role: 'dialog', name: "Confirm it's you" };
  await fill(tab, { role: 'field', name: /^Password/, within: dialog }, ADMIN.password);
  await tab.press('Enter');
  await expectGone(tab, dialog);
}
