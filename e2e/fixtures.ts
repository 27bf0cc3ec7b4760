import { type BrowserContext, test as base, expect } from '@playwright/test';
import { DIRECTORY_BUILDING_MS, waitForDirectory } from './support/loyalty.ts';
import { type PatronServer, startPatronServer } from './support/patron-server.ts';

export { DIRECTORY_BUILDING_MS, expect };

/**
 * Whether tests of rare cases run too: servers that stop, unusual deployments, every page in every state.
 * They take nearly half of the time, so `npm test` skips them unless PATRON_TEST_ALL=1.
 */
export const IS_FULL_RUN = process.env.PATRON_TEST_ALL !== '0';

export interface WorkerFixtures {
  patron: PatronServer;
}
export interface TestFixtures {
  /** Uncaught errors and CSP violations of any page. They fail the test at its end. */
  pageErrors: string[];
}

/** A Patron server per worker, and a check that no page reported an error. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  patron: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const patron = await startPatronServer();
      await use(patron);
      await patron.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ patron }, use) => use(patron.url),
  pageErrors: [
    async ({ browser, context }, use) => {
      const pageErrors: string[] = [];
      const watch = (watched: BrowserContext) => {
        watched.on('weberror', (error) => pageErrors.push(`uncaught: ${error.error().message}`));
        watched.on('console', (message) => {
          if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) {
            pageErrors.push(message.text());
          }
        });
      };
      watch(context);
      // A test may open more contexts, for other users.
      browser.on('context', watch);
      await use(pageErrors);
      browser.off('context', watch);
      expect(pageErrors).toEqual([]);
    },
    { auto: true },
  ],
});

/** `test` on a server with a complete member directory. Files that use it share the server. */
export const directoryTest = test.extend<object, WorkerFixtures>({
  patron: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const patron = await startPatronServer({ PATRON_DIRECTORY_POLL_SECONDS: '60' });
      await waitForDirectory(patron.url);
      await use(patron);
      await patron.remove();
    },
    { scope: 'worker', timeout: 2 * DIRECTORY_BUILDING_MS },
  ],
});
