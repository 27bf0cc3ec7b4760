import type { APIRequestContext } from '@playwright/test';
import { expectSuccess } from './expect-success.ts';

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
