import type { Endpoint } from '#contract/endpoint.ts';
import { parseExactJson } from '#contract/exact-json.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import {
  createMember,
  deleteMember,
  getMember,
  memberOf,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import { readResponse } from '#contract/read-response.ts';
import { hasNoId } from '#contract/reader.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { callLoyaltyProgram } from '#services/gateway/loyalty/call-loyalty-program.ts';
import { getLoyaltyKeys } from '#services/gateway/loyalty/loyalty-connections.ts';
import type { ForwardedResponse } from '#services/gateway/loyalty/loyalty-routes.ts';
import { isUnknownMember } from '#services/gateway/loyalty/unknown-member.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { removeMembers } from './remove-members.ts';
import { writeMembers } from './write-members.ts';

/**
 * Copies the member in a response into the directory before the response is sent (decisions.md, 44). If
 * that fails, the next poll catches up.
 */
export async function writeThrough(
  dependencies: GatewayDependencies,
  response: ForwardedResponse,
): Promise<void> {
  const { clock, log, directoryPollSeconds } = dependencies;
  if (directoryPollSeconds === 0) return;
  try {
    await applyResponse(dependencies, response, clock.now());
  } catch (error) {
    log.warn({ err: error, teamId: response.teamId }, 'member directory missed a change');
  }
}

/** Reads a member that has changed, and brings it into the directory like `writeThrough`. */
export async function refreshMember(
  dependencies: GatewayDependencies,
  teamId: number,
  member: string,
  query: { idParam?: 'member_id' } = {},
): Promise<void> {
  const { db, clock, encryption, log, directoryPollSeconds } = dependencies;
  if (directoryPollSeconds === 0) return;
  const endpoint = getMember;
  const params = { member };
  const search = `?${new URLSearchParams(query)}`;
  try {
    const keys = await getLoyaltyKeys(db, encryption, teamId);
    const sentAt = clock.now();
    const request = { endpoint, params, search, body: undefined };
    const { status, body } = await callLoyaltyProgram(dependencies, keys, request);
    await writeThrough(dependencies, { endpoint, teamId, params, query, sentAt, status, body });
  } catch (error) {
    // The change is made; the next poll finds it.
    log.warn({ err: error, teamId }, 'member directory missed a change');
  }
}

async function applyResponse(
  dependencies: GatewayDependencies,
  { endpoint, teamId, params, query, sentAt, status, body }: ForwardedResponse,
  receivedAt: Date,
): Promise<void> {
  const { db, log } = dependencies;
  const { member = '' } = params;
  const address = query.idParam === undefined ? { serviceId: member } : { memberId: member };
  const remove = (id: typeof address, removedAt: Date) =>
    db.transaction((tx) => removeMembers(tx, teamId, [{ ...id, removedAt }]));
  if (endpoint.id === getMember.id && isUnknownMember({ status }) && isPlain(query)) {
    return remove(address, sentAt);
  }
  if (status < 200 || status >= 300) return;
  if (endpoint.id === deleteMember.id) {
    const deleted = readResponse(deleteMember, tryParseJson(body)).body?.data;
    const isNamed = deleted && !hasNoId(deleted);
    return remove(isNamed ? { serviceId: deleted.id } : address, receivedAt);
  }
  const members = membersOf(endpoint, body);
  if (query.language !== undefined) {
    // The names in it are translated, and the directory is for all users.
    if (endpoint.method === 'GET') return;
    for (const { id } of members) await refreshMember(dependencies, teamId, id);
    return;
  }
  // What is read may be older than a change made in between; the response of a write is not.
  const readAt = endpoint.method === 'GET' ? sentAt : receivedAt;
  await db.transaction(async (tx) => {
    await writeMembers(tx, teamId, [{ members, readAt }], log);
  });
}

/** The member in a response; none if nothing identifies it: the next poll finds it. */
function membersOf({ id }: Endpoint, body: Buffer): Member[] {
  const endpoint = [createMember, getMember, updateMember].find((each) => each.id === id);
  const response = endpoint && readResponse(endpoint, tryParseJson(body, parseExactJson)).body;
  const member = response && memberOf(response);
  return member && !hasNoId(member) ? [member] : [];
}

/** Whether an error can only be about the id. */
function isPlain({ idParam, ...others }: Record<string, unknown>): boolean {
  return (idParam === undefined || idParam === 'member_id') && Object.keys(others).length === 0;
}
