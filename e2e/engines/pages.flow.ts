import { DIRECTORY_BUILDING_MS } from '../fixtures.ts';
import { everyPage, type ItemIds } from '../support/every-page.ts';
import { createMember } from '../support/loyalty.ts';
import type { EnginePage } from './engine.ts';
import { expect, see, test } from './engine-test.ts';

const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

test('every page shows its data without an error and without sideways scrolling', async ({
  patron,
  request,
  tab,
}) => {
  await createMember(request, patron.url, { member_id: 'AUDITED' });
  await tab.goto(`${patron.url}/teams/1/members`);
  await see(tab, { role: 'text', name: /^1–100 of / }, DIRECTORY_BUILDING_MS);
  for (const { address, shows } of everyPage(await readItemIds(tab))) {
    await tab.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await see(tab, { role: 'text', name: shows });
    for (const [width, height] of SIZES) {
      await tab.resize(width, height);
      const excess = () =>
        tab.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
      await expect.soft.poll(excess, { message: `${address} at ${width} px` }).toBe(0);
    }
    await tab.resize(...SIZES[0]);
  }
});

async function readItemIds(tab: EnginePage): Promise<ItemIds> {
  const idOfFirst = async (list: string, item = '/'): Promise<string> => {
    const origin = await tab.evaluate(() => location.origin);
    await tab.goto(origin + list);
    const href = () =>
      tab.evaluate(
        (selector) => document.querySelector<HTMLAnchorElement>(selector)?.pathname ?? '',
        `:is(table, [role=table]) a[href*="${item}"]`,
      );
    await expect.poll(href).not.toBe('');
    return decodeURIComponent((await href()).split('/').at(-1) ?? '');
  };
  return {
    event: await idOfFirst('/teams/1/webhooks', '/events/'),
    request: await idOfFirst('/teams/1/webhooks?list=requests'),
    auditEvent: await idOfFirst('/teams/1/audit-log'),
  };
}
