import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { adjustMemberPoints } from '#contract/loyalty/points.ts';
import { isStorable } from '#contract/text.ts';
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

const memberResponse = z.looseObject({ data: z.looseObject({ member_id: text }) });

interface ForeignChange {
  endpoint: Endpoint;
  params: Record<string, string>;
  sent: Uint8Array | undefined;
  received: Uint8Array;
}

/**
 * Records a change in a loyalty service that is not ours, with the fields that were sent. Their values
 * before are not known, so they are left out. The response says the member's own ID, which the address
 * may not contain.
 */
export async function recordForeignChange(
  db: Queries,
  { endpoint, params, sent: body, received }: ForeignChange,
): Promise<void> {
  const sent = z.safeParse(z.record(z.string(), z.unknown()), parseJson(body));
  const changed = memberResponse.safeParse(parseJson(received)).data;
  const fields = Object.fromEntries(
    Object.entries(sent.success ? sent.data : {}).filter(
      ([name, value]) => isStorable(name) && fieldSchema.safeParse(value).success,
    ),
  );
  const id = changed?.data.member_id ?? params.member ?? String(fields.member_id ?? '');
  await recordAudit(db, {
    action: actionOf(endpoint),
    subject: { type: 'member', id },
    changes: Object.entries(fields).map(([field, after]) => ({ field, after })),
  });
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
