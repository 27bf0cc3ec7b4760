import { SEED_DIRECTORY, startPatronServer } from './patron-server.ts';

/**
 * Seeds the demo data once per test run. Every Patron that a test starts copies it, which takes a
 * quarter of the time of seeding.
 *
 * @returns the teardown function
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function seedDemoData(): Promise<() => Promise<void>> {
  const patron = await startPatronServer();
  await patron.stop();
  process.env[SEED_DIRECTORY] = patron.directory;
  return () => patron.remove();
}
