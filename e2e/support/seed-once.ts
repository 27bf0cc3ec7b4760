import { SEEDED, startPatronServer } from './patron-server.ts';

/**
 * Makes the demo data once for all tests of a run: every Patron begins with a copy of it, which takes
 * a quarter of the time. Playwright's global setup.
 *
 * @returns removes it
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function seedOnce(): Promise<() => Promise<void>> {
  const patron = await startPatronServer();
  await patron.stop();
  process.env[SEEDED] = patron.directory;
  return () => patron.remove();
}
