import { test } from '../fixtures.ts';
import type { PatronServer } from '../support/patron-server.ts';
import type { Vendor } from '../vendor/vendor.ts';
import { startVendorConsole, type VendorConsole } from './vendor-console.ts';

interface WorkerFixtures {
  vendorConsole: VendorConsole;
  patron: PatronServer;
}

/** `test` on the console of another vendor's services. Each test begins with the default switches. */
export const vendorTest = test.extend<{ vendor: Vendor }, WorkerFixtures>({
  vendorConsole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const console = await startVendorConsole();
      await use(console);
      await console.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  patron: [async ({ vendorConsole }, use) => use(vendorConsole.patron), { scope: 'worker' }],
  vendor: async ({ vendorConsole: { vendor } }, use) => {
    await vendor.set();
    await use(vendor);
  },
});
