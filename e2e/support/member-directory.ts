import { expect, request } from '@playwright/test';
import { ADMIN, createSession } from './sign-in.ts';

/** Until the directory has read all members. */
export const DIRECTORY_BUILDING_MS = 120_000;

/** Waits until a server's member directory has all members of the demo's teams. */
export async function waitForDirectory(url: string): Promise<void> {
  const requests = await request.newContext();
  const { access_token } = await createSession(requests, url, ADMIN);
  const headers = { authorization: `Bearer ${access_token}` };
  const isBuilt = async (team: string): Promise<boolean> => {
    const list = `${url}/gateway/teams/${team}/directory/members?count=1`;
    const response = await requests.get(list, { headers });
    // The service may be too busy for a response.
    return response.ok() && (await response.json()).directory.state === 'current';
  };
  for (const team of ['1', '2']) {
    await expect.poll(() => isBuilt(team), { timeout: DIRECTORY_BUILDING_MS }).toBe(true);
  }
  await requests.dispose();
}
