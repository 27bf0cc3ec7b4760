import { test } from '../fixtures.ts';
import type { PatronServer } from '../support/patron-server.ts';
import type { Switches } from '../vendor/switches.ts';
import type { Vendor } from '../vendor/vendor.ts';
import { startVendorConsole, type VendorConsole } from './vendor-console.ts';

interface WorkerFixtures {
  /** Variables of the console besides its usual ones. */
  environment: Record<string, string>;
  /** The switches that the console starts with, and each test. */
  switches: Partial<Switches>;
  vendorConsole: VendorConsole;
  patron: PatronServer;
}

/** `test` on the console of another vendor's services. */
export const vendorTest = test.extend<{ vendor: Vendor }, WorkerFixtures>({
  environment: [{}, { option: true, scope: 'worker' }],
  switches: [{}, { option: true, scope: 'worker' }],
  vendorConsole: [
    async ({ environment, switches }, use) => {
      const console = await startVendorConsole(environment);
      await console.vendor.set(switches);
      await use(console);
      await console.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  patron: [async ({ vendorConsole }, use) => use(vendorConsole.patron), { scope: 'worker' }],
  vendor: async ({ vendorConsole: { vendor }, switches }, use) => {
    await vendor.set(switches);
    await use(vendor);
  },
});
