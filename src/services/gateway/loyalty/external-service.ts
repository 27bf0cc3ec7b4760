import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { adjustMemberPoints } from '#contract/loyalty/points.ts';
import { isStorable } from '#contract/text.ts';
import {
  directoryMembers,
  directoryTiers,
} from '#services/gateway/directory/directory-members-table.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';

/** Headers for an external loyalty service: request id and trace context, without the caller. */
export function traceHeaders(): Record<string, string> {
  const { requestId, traceparent } = currentContext();
  return {
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

const text = z.string().check(z.refine(isStorable));
const scalar = z.union([text, z.number(), z.boolean(), z.null()]);
/** A field that can be recorded. The service decides what it accepts, so it may be anything. */
const fieldSchema = z.union([scalar, z.array(scalar), z.record(text, scalar)]);

const memberSchema = z.looseObject({
  id: z.catch(z.optional(text), undefined),
  member_id: text,
  first_name: z.catch(z.optional(text), undefined),
  last_name: z.catch(z.optional(text), undefined),
});
type NamedMember = Pick<
  z.output<typeof memberSchema>,
  'id' | 'member_id' | 'first_name' | 'last_name'
>;
const envelopeSchema = z.looseObject({ data: memberSchema });

interface Address {
  id: string;
  idParam: string | null;
}

interface ExternalChange {
  endpoint: Endpoint;
  teamId: number;
  /** The member in the path; undefined for a new one. */
  address: Address | undefined;
  sent: Uint8Array | undefined;
  received: Uint8Array;
}

/**
 * Records a change in an external loyalty service, with the fields that were sent. Their values
 * before are not known, so they are left out. The subject has the member's own ID and name: the response or
 * the directory has them where the address is the service's ID.
 */
export async function recordExternalChange(
  db: Queries,
  { endpoint, teamId, address, sent: body, received }: ExternalChange,
): Promise<void> {
  const sent = z.safeParse(z.record(z.string(), z.unknown()), tryParseJson(body));
  const fields = Object.fromEntries(
    Object.entries(sent.success ? sent.data : {}).filter(
      ([name, value]) =>
        name !== 'idempotency_key' && isStorable(name) && fieldSchema.safeParse(value).success,
    ),
  );
  const member =
    memberIn(tryParseJson(received)) ?? (address && (await findMember(db, teamId, address)));
  const id = member?.member_id ?? address?.id ?? String(fields.member_id ?? '');
  await recordAudit(db, {
    action: actionOf(endpoint),
    subject: { type: 'member', id, name: nameOf(member), serviceId: member?.id },
    // A worker that acts for no team calls, too: an erasure finds the event of its call by the team.
    teamId,
    changes: Object.entries({ ...(await nameTier(db, teamId, fields)), ...fields }).map(
      ([field, after]) => ({ field, after }),
    ),
  });
}

/** The name of a tier that was set by its ID, if the directory knows it. */
async function nameTier(
  db: Queries,
  team: number,
  { current_tier_id: id }: Record<string, unknown>,
) {
  if (typeof id !== 'string') return {};
  const { teamId, tierId, name } = directoryTiers;
  const [tier] = await db
    .select({ current_tier: name })
    .from(directoryTiers)
    .where(and(eq(teamId, team), eq(tierId, id)));
  return tier;
}

/** The member in a response, with or without an envelope (decisions.md, 27). */
function memberIn(response: unknown): NamedMember | undefined {
  return envelopeSchema.safeParse(response).data?.data ?? memberSchema.safeParse(response).data;
}

/** The member in the directory; undefined if it has no such member. */
async function findMember(
  db: Queries,
  teamId: number,
  { id, idParam }: Address,
): Promise<NamedMember | undefined> {
  const { memberId, serviceId, firstName, lastName } = directoryMembers;
  const [member] = await db
    .select({ id: serviceId, member_id: memberId, first_name: firstName, last_name: lastName })
    .from(directoryMembers)
    .where(
      and(eq(directoryMembers.teamId, teamId), eq(idParam === null ? serviceId : memberId, id)),
    );
  return member;
}

function nameOf(member: NamedMember | undefined): string | undefined {
  return `${member?.first_name ?? ''} ${member?.last_name ?? ''}`.trim() || undefined;
}

function actionOf(endpoint: Endpoint) {
  if (endpoint === adjustMemberPoints) return 'points.adjust';
  if (endpoint.method === 'DELETE') return 'member.delete';
  return endpoint.path.includes(':member') ? 'member.update' : 'member.create';
}
