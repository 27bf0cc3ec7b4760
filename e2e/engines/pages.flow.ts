import { everyPage, type ItemIds } from '../support/every-page.ts';
import { createMember } from '../support/loyalty.ts';
import type { EnginePage } from './engine.ts';
import { expect, OFTEN, open, see, test } from './engine-test.ts';

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
  const pages = everyPage(await readItemIds(tab, patron.url));
  await open(tab, `${patron.url}/teams/1/members`);
  for (const [width, height] of SIZES) {
    await tab.resize(width, height);
    for (const { address, shows } of pages) {
      await tab.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
      await see(tab, { role: 'text', name: shows });
      await expect
        .poll(() => sidewaysExcess(tab), { message: `${address} at ${width} px`, ...OFTEN })
        .toBe(0);
    }
  }
});

/** The pixels by which the page is wider than its window. */
function sidewaysExcess(tab: EnginePage): Promise<number> {
  return tab.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

async function readItemIds(tab: EnginePage, origin: string): Promise<ItemIds> {
  const idOfFirst = async (list: string, item = '/'): Promise<string> => {
    await open(tab, origin + list);
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
