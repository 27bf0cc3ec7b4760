import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { adjustMemberPoints } from '#contract/loyalty/points.ts';
import { isStorable } from '#contract/text.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** Headers for a loyalty service that is not ours: request id and trace context, without the caller. */
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

const memberSchema = z.looseObject({ member_id: text });
const envelopeSchema = z.looseObject({ data: memberSchema });

interface ForeignChange {
  endpoint: Endpoint;
  teamId: number;
  /** The member in the path; undefined for a new one. */
  address: { id: string; idParam: string | null } | undefined;
  sent: Uint8Array | undefined;
  received: Uint8Array;
}

/**
 * Records a change in a loyalty service that is not ours, with the fields that were sent. Their values
 * before are not known, so they are left out. The subject is the member's own ID: the response or the
 * directory has it where the address is the service's ID.
 */
export async function recordForeignChange(
  db: Queries,
  { endpoint, teamId, address, sent: body, received }: ForeignChange,
): Promise<void> {
  const sent = z.safeParse(z.record(z.string(), z.unknown()), parseJson(body));
  const fields = Object.fromEntries(
    Object.entries(sent.success ? sent.data : {}).filter(
      ([name, value]) => isStorable(name) && fieldSchema.safeParse(value).success,
    ),
  );
  const id =
    memberIdOf(parseJson(received)) ??
    (address?.idParam === null ? await findMemberId(db, teamId, address.id) : undefined) ??
    address?.id ??
    String(fields.member_id ?? '');
  await recordAudit(db, {
    action: actionOf(endpoint),
    subject: { type: 'member', id },
    changes: Object.entries(fields).map(([field, after]) => ({ field, after })),
  });
}

/** The member's own ID in a response, with or without an envelope (decisions.md, 27). */
function memberIdOf(response: unknown): string | undefined {
  const enveloped = envelopeSchema.safeParse(response).data?.data;
  return (enveloped ?? memberSchema.safeParse(response).data)?.member_id;
}

/** The member's own ID in the directory; undefined if it has no such member. */
async function findMemberId(
  db: Queries,
  teamId: number,
  serviceId: string,
): Promise<string | undefined> {
  const [member] = await db
    .select({ memberId: directoryMembers.memberId })
    .from(directoryMembers)
    .where(and(eq(directoryMembers.teamId, teamId), eq(directoryMembers.serviceId, serviceId)));
  return member?.memberId;
}

function actionOf(endpoint: Endpoint) {
  if (endpoint === adjustMemberPoints) return 'points.adjust';
  if (endpoint.method === 'DELETE') return 'member.delete';
  return endpoint.path.includes(':member') ? 'member.update' : 'member.create';
}

function parseJson(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(body ?? []).toString());
  } catch {
    return undefined;
  }
}
