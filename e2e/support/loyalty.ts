import type { APIRequestContext } from '@playwright/test';

const PROGRAM = { 'api-key': 'patron-demo-api-key', 'partner-id': 'patron-demo' };

/** Creates a member of the demo's first program, as the program's own shop would. */
export async function createMember(
  request: APIRequestContext,
  url: string,
  member: { member_id: string } & Record<string, unknown>,
): Promise<void> {
  await send(request, `${url}/api/loyalty/v2/loyalty/members`, member);
}

/** Changes a member, as somebody else would while the console is open. */
export async function updateMember(
  request: APIRequestContext,
  url: string,
  memberId: string,
  changes: Record<string, unknown>,
): Promise<void> {
  await send(
    request,
    `${url}/api/loyalty/v2/loyalty/members/${memberId}?idParam=member_id`,
    changes,
  );
}

/** Deletes a member, as somebody else would while the console is open. */
export async function deleteMember(
  request: APIRequestContext,
  url: string,
  memberId: string,
): Promise<void> {
  const member = `${url}/api/loyalty/v2/loyalty/members/${memberId}?idParam=member_id`;
  const answer = await request.delete(member, { headers: PROGRAM });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}

async function send(request: APIRequestContext, url: string, data: object): Promise<void> {
  const answer = await request.post(url, { headers: PROGRAM, data });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}
