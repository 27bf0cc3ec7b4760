import type { EnginePage } from './engine.ts';
import { click, expect, expectGone, open, openedBy, see, test } from './engine-test.ts';
import type { Target } from './find-element.ts';

const ACCOUNTS = '/teams/1/accounts';
const dialog = (name: string | RegExp): Target => ({ role: 'dialog', name });
const authorize: Target = { role: 'button', name: 'Authorize' };

test('accounts are connected in a window: authorized, denied, already connected, closed', async ({
  engine,
  patron,
  tab,
}) => {
  await open(tab, patron.url + ACCOUNTS);
  const connect = (network: string) =>
    openedBy(engine, async () => {
      await click(tab, { role: 'button', name: 'Connect account' });
      await click(tab, { role: 'button', name: network, within: dialog('Connect account') });
    });

  const authorized = await connect('Instagram');
  await click(authorized, { role: 'field', name: /^Northwind Studio/ });
  await click(authorized, authorize);
  await see(tab, { role: 'status', name: /Northwind Studio is connected/ });
  await expectClosed(authorized);

  const denied = await connect('TikTok');
  await click(denied, { role: 'button', name: 'Deny' });
  await see(tab, { role: 'alert', name: /denied at TikTok/, within: dialog('Connect TikTok') });
  await expectClosed(denied);

  const again = await openedBy(engine, () => click(tab, { role: 'button', name: 'Try again' }));
  await click(again, { role: 'field', name: /^Northwind ?northwind$/ });
  await click(again, authorize);
  await see(tab, {
    role: 'status',
    name: /^TikTok @northwind is already connected to this team\.$/,
  });
  await expectClosed(again);
  const renewed = await openedBy(engine, () =>
    click(tab, { role: 'button', name: 'Reauthorize it' }),
  );
  await click(renewed, authorize);
  await see(tab, { role: 'status', name: /Northwind is reauthorized/ });
  await expectClosed(renewed);

  const closed = await connect('YouTube');
  await see(closed, authorize);
  await closed.close();
  await see(tab, dialog('No response from YouTube'));
  await see(tab, { role: 'text', name: 'No new account is connected yet.' });
  await tab.press('Escape');
  await expectGone(tab, dialog('No response from YouTube'));
});

test('accounts are reauthorized one after the other in one window', async ({
  engine,
  patron,
  tab,
}) => {
  await open(tab, `${patron.url}${ACCOUNTS}?show=attention`);
  const window_ = await openedBy(engine, () =>
    click(tab, { role: 'button', name: 'Reauthorize all' }),
  );
  const queue = dialog('Reauthorize accounts');
  for (const turn of [1, 2]) {
    await see(tab, { role: 'text', name: new RegExp(`^Account ${turn} of `), within: queue });
    await click(window_, authorize);
  }
  await see(tab, { role: 'text', name: /^Account 3 of /, within: queue });
  await click(tab, { role: 'button', name: 'Stop', within: queue });
  await see(tab, dialog('2 accounts reauthorized'));
  await expectClosed(window_);
});

async function expectClosed(window_: EnginePage): Promise<void> {
  await expect.poll(() => window_.isClosed()).toBe(true);
}
