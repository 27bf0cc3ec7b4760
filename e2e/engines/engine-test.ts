import { test as base, expect } from '@playwright/test';
import { type PatronServer, startPatronServer } from '../support/patron-server.ts';
import { ADMIN } from '../support/sign-in.ts';
import type { Engine, EngineElement, EnginePage } from './engine.ts';
import type { Target } from './find-element.ts';
import { startPuppeteerEngine } from './puppeteer-engine.ts';
import { startWebKitEngine } from './webkit-engine.ts';

export { expect };

/** The programs that src/commands/test.mjs found, by engine. */
export const PROGRAMS: Partial<Record<EngineName, string>> = JSON.parse(
  process.env.PATRON_TEST_ENGINES ?? '{}',
);
export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** What isn't there is part of some flows, and fonts are canceled when a page is left. */
const EXPECTED_ERRORS = /Failed to load|status of \d|downloadable font: download failed/;

/** The button of the user's menu. */
const USER: Target = { role: 'button', name: /^You, / };

interface EngineFixtures {
  engineName: EngineName;
  engine: Engine;
  patron: PatronServer;
}

/** A page of one of the engines, signed in, in front of a server with a member directory. */
export const test = base.extend<{ tab: EnginePage }, EngineFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const program = PROGRAMS[engineName] ?? '';
      const engine =
        engineName === 'webkit'
          ? await startWebKitEngine(program)
          : await startPuppeteerEngine(engineName, program);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  patron: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const patron = await startPatronServer({ PATRON_DIRECTORY_POLL_SECONDS: '60' });
      await use(patron);
      await patron.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  tab: async ({ engine, patron }, use, testInfo) => {
    const tab = await engine.newPage();
    await tab.goto(`${patron.url}/teams/1/overview`);
    await signInIfAsked(tab);
    await use(tab);
    if (testInfo.status !== testInfo.expectedStatus) {
      const text = await tab.evaluate(
        () => `${location.href}\n${(document.querySelector('main') ?? document.body).textContent}`,
      );
      await testInfo.attach('page', { body: text.slice(0, 5_000), contentType: 'text/plain' });
    }
    const errors = (await tab.errors()).filter((text) => !EXPECTED_ERRORS.test(text));
    await tab.close();
    expect(errors).toEqual([]);
  },
});

/** While a page is left, nothing can be found in it. */
const find = (tab: EnginePage, target: Target) => tab.find(target).catch(() => undefined);
export const OFTEN = { intervals: [100], timeout: 45_000 };

/** Waits for an element and returns it. */
export async function see(tab: EnginePage, target: Target): Promise<EngineElement> {
  let found: EngineElement | undefined;
  await expect(async () => {
    found = await find(tab, target);
    expect(found, `${target.role} ${target.name} is there`).toBeDefined();
  }).toPass(OFTEN);
  return found as EngineElement;
}

export async function click(tab: EnginePage, target: Target): Promise<void> {
  // What is loaded moves what is below it, a list that is drawn again replaces its elements, and a popup moves once it
  // has its content.
  await expect(async () => {
    const loading = await tab.evaluate(() => document.querySelectorAll('[data-skeleton]').length);
    expect(loading, 'placeholders of what is loaded').toBe(0);
    const element = await find(tab, target);
    expect(element, `${target.role} ${target.name} is there`).toBeDefined();
    const box = await element?.box();
    expect(await element?.box()).toEqual(box);
    await element?.click();
  }).toPass(OFTEN);
}

/** Replaces what a field has. */
export async function fill(tab: EnginePage, target: Target, text: string): Promise<void> {
  const field = await see(tab, target);
  await field.click();
  await tab.evaluate(() => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
  });
  await field.type(text);
}

/** Waits until an element is gone. */
export async function expectGone(tab: EnginePage, target: Target): Promise<void> {
  await expect(async () => {
    expect(await tab.find(target), `${target.role} ${target.name} is gone`).toBeUndefined();
  }).toPass(OFTEN);
}

/** The window that an action opens. */
export async function openedBy(engine: Engine, action: () => Promise<void>): Promise<EnginePage> {
  const before = await engine.pages();
  await action();
  const findNew = async () => (await engine.pages()).find((page) => !before.includes(page));
  await expect.poll(async () => (await findNew()) !== undefined).toBe(true);
  const opened = await findNew();
  if (!opened) throw new Error('The window is gone');
  return opened;
}

export async function submitPassword(tab: EnginePage): Promise<void> {
  await fill(tab, { role: 'field', name: 'Email' }, ADMIN.email);
  await fill(tab, { role: 'field', name: /^Password/ }, ADMIN.password);
  await tab.press('Enter');
}

export async function signOut(tab: EnginePage): Promise<void> {
  await click(tab, USER);
  await click(tab, { role: 'menuitem', name: 'Sign out' });
}

/** Opens an address and waits until the console has its tokens, which would be lost if the page were left earlier. */
export async function open(tab: EnginePage, url: string): Promise<void> {
  await tab.goto(url);
  await see(tab, USER);
}

async function signInIfAsked(tab: EnginePage): Promise<void> {
  const emailOrUser: Target = { role: 'control', name: /^(Email|You, .*)$/ };
  await see(tab, emailOrUser);
  if (await tab.find(USER)) return;
  await submitPassword(tab);
  await see(tab, USER);
}
