import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import type { Engine, EngineElement, EnginePage, Key } from './engine.ts';
import { findInPage, stepsOf, type Target } from './find-element.ts';

/** Chromium, or Firefox by WebDriver BiDi. */
export async function startPuppeteerEngine(
  name: 'chromium' | 'firefox',
  executablePath: string,
): Promise<Engine> {
  const downloads = mkdtempSync(join(tmpdir(), 'patron-downloads-'));
  const browser = await launch({
    executablePath,
    browser: name === 'firefox' ? 'firefox' : 'chrome',
    headless: true,
    args:
      name === 'chromium'
        ? ['--force-prefers-reduced-motion', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
        : [],
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.always_ask_before_handling_new_types': false,
      'intl.accept_languages': 'en-US',
      'ui.prefersReducedMotion': 1,
    },
    ...(name === 'chromium' && {
      downloadBehavior: { policy: 'allow' as const, downloadPath: downloads },
    }),
  });
  const known = new Map<Page, EnginePage>();
  function pageOf(page: Page): EnginePage {
    const found = known.get(page) ?? puppeteerPage(page);
    known.set(page, found);
    return found;
  }
  return {
    downloads,
    newPage: async () => {
      const page = await browser.newPage();
      await page.setViewport({ width: 1440, height: 900 });
      return pageOf(page);
    },
    pages: async () => (await browser.pages()).map(pageOf),
    close: async () => {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}

function puppeteerPage(page: Page): EnginePage {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    evaluate: (run, ...args) =>
      page.evaluate(run as (...values: unknown[]) => never, ...args) as never,
    find: async (target: Target) => {
      const handle = await page.evaluateHandle(findInPage, ...stepsOf(target));
      const element = handle.asElement() as ElementHandle | null;
      return element ? elementOf(element) : undefined;
    },
    press: (key: Key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    isClosed: async () => page.isClosed(),
    close: () => page.close(),
    errors: async () => errors,
  };
}

function elementOf(element: ElementHandle): EngineElement {
  return {
    box: async () => ({ ...(await element.boundingBox()) }),
    click: () => element.click(),
    type: (text) => element.type(text),
    chooseFile: (path) => (element as ElementHandle<HTMLInputElement>).uploadFile(path),
  };
}
