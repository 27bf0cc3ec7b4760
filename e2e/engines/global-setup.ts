import seedDemoData from '../support/global-setup.ts';
import { waitForDirectory } from '../support/loyalty.ts';
import { SEED_DIRECTORY, startPatronServer } from '../support/patron-server.ts';

/**
 * Seeds the demo data and its member directory once, instead of in each engine's server at the same time.
 *
 * @returns the teardown function
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function seedDirectory(): Promise<() => Promise<void>> {
  const removeDemoData = await seedDemoData();
  const patron = await startPatronServer({ PATRON_DIRECTORY_POLL_SECONDS: '60' });
  await waitForDirectory(patron.url);
  await patron.stop();
  process.env[SEED_DIRECTORY] = patron.directory;
  return async () => {
    await removeDemoData();
    await patron.remove();
  };
}
