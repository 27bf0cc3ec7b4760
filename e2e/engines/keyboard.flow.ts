import { ADMIN } from '../support/sign-in.ts';
import type { EnginePage } from './engine.ts';
import { click, expect, expectGone, fill, open, see, signOut, test } from './engine-test.ts';
import type { Target } from './find-element.ts';

test('the sign-in page is filled in by a password manager or by Tab, and sent by Enter', async ({
  patron,
  tab,
}) => {
  await open(tab, `${patron.url}/teams/1/boards`);
  await signOut(tab);
  const email = await see(tab, { role: 'field', name: 'Email' });
  // One form with what password managers look for.
  const fields = await tab.evaluate(() =>
    Array.from(document.forms[0]?.querySelectorAll('input:not([type=hidden])') ?? []).map(
      (input) => `${input.getAttribute('name')} ${input.getAttribute('autocomplete')}`,
    ),
  );
  expect(fields).toEqual(['email username webauthn', 'password current-password']);
  await email.click();
  await email.type(ADMIN.email);
  for (let stops = 0; (await focused(tab)).name !== 'password'; stops += 1) {
    expect(stops).toBeLessThan(3);
    await tab.press('Tab');
  }
  expect((await focused(tab)).hasRing).toBe(true);
  await (await see(tab, { role: 'field', name: /^Password/ })).type(ADMIN.password);
  await tab.press('Enter');
  await see(tab, { role: 'heading', name: 'Overview' });
});

test('Tab reaches what a page has, in its order, with a focus ring', async ({ patron, tab }) => {
  await open(tab, `${patron.url}/teams/1/boards`);
  await see(tab, { role: 'heading', name: 'Boards' });
  const stops = [];
  for (let stop = 0; stop < 12; stop += 1) {
    await tab.press('Tab');
    stops.push(await focused(tab));
  }
  const reached = stops.filter(({ top }) => top !== undefined);
  expect(reached.length).toBeGreaterThan(5);
  expect(reached.filter(({ hasRing }) => !hasRing)).toEqual([]);
  const positions = reached.map(({ position }) => position);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});

test('dates and numbers are typed into filters', async ({ engineName, patron, tab }) => {
  await open(tab, `${patron.url}/teams/1/members`);
  const filter = (name: string): Target => ({ role: 'dialog', name });
  const choose = async (name: string) => {
    await click(tab, { role: 'button', name: 'Filter' });
    await click(tab, { role: 'button', name, within: filter('Filter') });
  };
  await choose('Points');
  await fill(tab, { role: 'field', name: 'At least', within: filter('Points') }, '500');
  await tab.press('Enter');
  await see(tab, { role: 'button', name: /^Points.*500/ });
  await choose('Enrolled');
  const day = await see(tab, { role: 'field', name: 'Day', within: filter('Enrolled') });
  // In WebKitGTK only a separator leads to the next part.
  await day.type(engineName === 'webkit' ? '01-02-2020' : '01022020');
  await tab.press('Enter');
  await see(tab, { role: 'button', name: /^Enrolled.*Jan 2, 2020/ });
});

test('forms can be used above the keyboard of a phone', async ({ patron, tab }) => {
  await open(tab, `${patron.url}/teams/1/boards`);
  // What an on-screen keyboard leaves of the smallest phone.
  await tab.resize(320, 300);
  for (const [path, name, submit] of [
    ['domains/new', 'Add domain', 'Add domain'],
    ['members/new', 'Add member', 'Add member'],
  ] as const) {
    await open(tab, `${patron.url}/teams/1/${path}`);
    const form: Target = { role: 'dialog', name };
    await see(tab, { role: 'button', name: submit, within: form });
    const hidden = await tab.evaluate((label) => {
      const dialog = document.querySelector('dialog[open]');
      const controls = Array.from(dialog?.querySelectorAll<HTMLElement>('input, button') ?? []);
      return controls
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
          const { top, bottom, left, right } = control.getBoundingClientRect();
          return top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1;
        })
        .map((control) => `${label}: ${control.outerHTML.slice(0, 200)}`);
    }, name);
    expect(hidden).toEqual([]);
    await tab.press('Escape');
    await expectGone(tab, form);
  }
  await tab.resize(1440, 900);
});

interface Focused {
  name: string;
  hasRing: boolean;
  /** Undefined if nothing has the focus. */
  top: number | undefined;
  /** Among all elements of the page. */
  position: number;
}

function focused(tab: EnginePage): Promise<Focused> {
  return tab.evaluate(() => {
    const { activeElement: element, body } = document;
    if (!element || element === body) {
      return { name: '', hasRing: false, top: undefined, position: -1 };
    }
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    return {
      name: element.getAttribute('name') ?? element.textContent ?? '',
      hasRing: outlineStyle !== 'none' || boxShadow !== 'none',
      top: element.getBoundingClientRect().top,
      position: Array.from(document.querySelectorAll('*')).indexOf(element),
    };
  });
}
