import { type BrowserContext, test as base, expect } from '@playwright/test';
import { type PatronServer, startPatronServer } from './support/patron-server.ts';

export { expect };

interface WorkerFixtures {
  patron: PatronServer;
}
interface TestFixtures {
  /** What the page must not have said by the end of the test: CSP violations and errors. */
  complaints: string[];
}

/** Tests with a Patron of their own (one a worker) and a page that reports every complaint. */
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
  complaints: [
    async ({ browser, context }, use) => {
      const complaints: string[] = [];
      const watch = (watched: BrowserContext) => {
        watched.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
        watched.on('console', (message) => {
          if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) {
            complaints.push(message.text());
          }
        });
      };
      watch(context);
      // A test may open browsers of other people besides.
      browser.on('context', watch);
      await use(complaints);
      browser.off('context', watch);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
