import { expect, request } from '@playwright/test';
import { DIRECTORY_BUILDING_MS } from '../fixtures.ts';
import seedDemoData from '../support/global-setup.ts';
import { SEED_DIRECTORY, startPatronServer } from '../support/patron-server.ts';
import { ADMIN, createSession } from '../support/sign-in.ts';

/**
 * Seeds the demo data and its member directory once, instead of in each engine's server at the same time.
 *
 * @returns the teardown function
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function seedDirectory(): Promise<() => Promise<void>> {
  const removeDemoData = await seedDemoData();
  const patron = await startPatronServer({ PATRON_DIRECTORY_POLL_SECONDS: '60' });
  const requests = await request.newContext();
  const { access_token } = await createSession(requests, patron.url, ADMIN);
  const headers = { authorization: `Bearer ${access_token}` };
  const isBuilt = async (team: string): Promise<boolean> => {
    const url = `${patron.url}/gateway/teams/${team}/directory/members?count=1`;
    const response = await requests.get(url, { headers });
    // The service may be too busy for a response.
    return response.ok() && (await response.json()).directory.state === 'current';
  };
  for (const team of ['1', '2']) {
    await expect.poll(() => isBuilt(team), { timeout: DIRECTORY_BUILDING_MS }).toBe(true);
  }
  await requests.dispose();
  await patron.stop();
  process.env[SEED_DIRECTORY] = patron.directory;
  return async () => {
    await removeDemoData();
    await patron.remove();
  };
}
