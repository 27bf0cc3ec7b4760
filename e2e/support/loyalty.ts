import { type APIRequestContext, expect, request as requests } from '@playwright/test';
import { expectSuccess } from './expect-success.ts';
import { ADMIN, createSession } from './sign-in.ts';

const PROGRAM = { 'api-key': 'patron-demo-api-key', 'partner-id': 'patron-demo' };

/** Creates a member of the first demo program through the API. */
export async function createMember(
  request: APIRequestContext,
  url: string,
  member: { member_id: string } & Record<string, unknown>,
): Promise<void> {
  const options = { headers: PROGRAM, data: member };
  await expectSuccess(await request.post(`${url}/api/loyalty/v2/loyalty/members`, options));
}

/** Updates a member through the API, as someone else would. */
export async function updateMember(
  request: APIRequestContext,
  url: string,
  memberId: string,
  changes: Record<string, unknown>,
): Promise<void> {
  const options = { headers: PROGRAM, data: changes };
  await expectSuccess(await request.post(memberUrl(url, memberId), options));
}

/** Deletes a member through the API, as someone else would. */
export async function deleteMember(
  request: APIRequestContext,
  url: string,
  memberId: string,
): Promise<void> {
  await expectSuccess(await request.delete(memberUrl(url, memberId), { headers: PROGRAM }));
}

function memberUrl(url: string, memberId: string): string {
  return `${url}/api/loyalty/v2/loyalty/members/${memberId}?idParam=member_id`;
}

/** Until the directory has read all members. */
export const DIRECTORY_BUILDING_MS = 120_000;

/** Waits until a server's member directory has all members of the demo's teams. */
export async function waitForDirectory(url: string): Promise<void> {
  const context = await requests.newContext();
  const { access_token } = await createSession(context, url, ADMIN);
  const headers = { authorization: `Bearer ${access_token}` };
  const isBuilt = async (team: string): Promise<boolean> => {
    const list = `${url}/gateway/teams/${team}/directory/members?count=1`;
    const response = await context.get(list, { headers });
    // The service may be too busy for a response.
    return response.ok() && (await response.json()).directory.state === 'current';
  };
  for (const team of ['1', '2']) {
    await expect.poll(() => isBuilt(team), { timeout: DIRECTORY_BUILDING_MS }).toBe(true);
  }
  await context.dispose();
}
