import * as z from 'zod/mini';
import type { Endpoint, OutputOf } from '#contract/endpoint.ts';
import {
  createMember,
  deleteMember,
  getMember,
  memberOf,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import type { ForwardedResponse } from '#services/gateway/loyalty/loyalty-routes.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { removeMembers } from './remove-members.ts';
import { writeMembers } from './write-members.ts';

type Dependencies = Pick<GatewayDependencies, 'db' | 'clock' | 'log' | 'directoryPollSeconds'>;

/**
 * Copies the member in a response into the directory before the response is sent (decisions.md, 44). If
 * that fails, the next poll catches up.
 */
export async function writeThrough(
  { db, clock, log, directoryPollSeconds }: Dependencies,
  response: ForwardedResponse,
): Promise<void> {
  if (directoryPollSeconds === 0) return;
  try {
    await applyResponse(db, response, clock.now(), log);
  } catch (error) {
    log.warn({ err: error, teamId: response.teamId }, 'member directory missed a change');
  }
}

async function applyResponse(
  db: Database,
  { endpoint, teamId, params, query, sentAt, status, body }: ForwardedResponse,
  receivedAt: Date,
  log: Log,
): Promise<void> {
  if (endpoint.id === getMember.id && status === 400 && isPlain(query)) {
    const { member = '' } = params;
    const id = query.idParam === undefined ? { serviceId: member } : { memberId: member };
    return db.transaction((tx) => removeMembers(tx, teamId, [{ ...id, removedAt: sentAt }]));
  }
  if (status !== 200) return;
  if (endpoint.id === deleteMember.id) {
    const deleted = parse(deleteMember, body);
    if (!deleted) return;
    const removal = { serviceId: deleted.data.id, removedAt: receivedAt };
    return db.transaction((tx) => removeMembers(tx, teamId, [removal]));
  }
  const members = membersOf(endpoint, body);
  // What is read may be older than a change made in between; the response of a write is not.
  const readAt = endpoint.method === 'GET' ? sentAt : receivedAt;
  await db.transaction(async (tx) => {
    await writeMembers(tx, teamId, [{ members, readAt }], { touch: false, log });
  });
}

function membersOf({ id }: Endpoint, body: Buffer) {
  if (id === updateMember.id) {
    const updated = parse(updateMember, body);
    return updated ? [memberOf(updated)] : [];
  }
  const endpoint = [createMember, getMember].find((each) => each.id === id);
  const member = endpoint && parse(endpoint, body);
  return member ? [member.data] : [];
}

function parse<E extends Endpoint>(
  { response }: E,
  body: Buffer,
): OutputOf<E['response']> | undefined {
  const parsed = z.safeParse(response as z.ZodMiniType, tryParseJson(body));
  return parsed.success ? (parsed.data as OutputOf<E['response']>) : undefined;
}

/** Whether a 400 can only be about the id. */
function isPlain({ idParam, ...others }: Record<string, unknown>): boolean {
  return (idParam === undefined || idParam === 'member_id') && Object.keys(others).length === 0;
}
