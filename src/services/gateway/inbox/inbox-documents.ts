import type { InboxDelivery, InboxEvent, MemberFacts } from '#contract/gateway/inbox.ts';
import { describeUnreadable } from './event-reason.ts';
import type { ListedDeliveryRow } from './inbox-deliveries-store.ts';
import type { InboxDeliveryRow, Verdict } from './inbox-deliveries-table.ts';
import type { ListedEventRow } from './inbox-events-store.ts';
import type { MemberFactsRow } from './process/member-facts-store.ts';

/** The status of the response to a delivery, by its outcome. */
const RESPONSE_STATUSES: Readonly<Record<Verdict, number>> = {
  accepted: 200,
  duplicate: 200,
  bad_signature: 401,
  stale: 401,
  malformed: 400,
  too_large: 413,
};

/** A delivery in the shape of decisions.md, 38. */
export function toDeliveryDocument(row: InboxDeliveryRow | ListedDeliveryRow): InboxDelivery {
  return {
    id: String(row.id),
    received_at: row.receivedAt.toISOString(),
    verdict: row.verdict,
    reason: row.reason,
    request_id: row.requestId,
    event_type: row.eventType,
    event_types: row.eventTypes,
    total_count: row.totalCount,
    signature: row.signature,
    nonce: row.nonce,
    claimed_request_id: row.claimedRequestId,
    ip: row.ip,
    response_status: RESPONSE_STATUSES[row.verdict],
    duration_ms: row.durationMs,
    test: row.isTest,
    events: row.eventIds,
    event_count: 'eventCount' in row ? row.eventCount : row.eventIds.length,
    // Rejected bodies need not be text; invalid bytes become replacement characters.
    body: row.body === null ? null : new TextDecoder().decode(row.body),
  };
}

/** An event in the shape of decisions.md, 38. */
export function toEventDocument(row: ListedEventRow): InboxEvent {
  return {
    id: row.eventId,
    event_type: row.eventType,
    data: row.data === null ? null : JSON.parse(row.data),
    member_id: row.memberId,
    webhook_request_id: String(row.deliveryId),
    received_at: row.receivedAt.toISOString(),
    processed_at: row.processedAt?.toISOString() ?? null,
    state: row.state,
    reason: describeUnreadable(row),
    replays: row.replays,
    test: row.isTest,
    previous_tier: row.previousTier,
  };
}

export function toFactsDocument({ eventId, factsAt, memberInfo }: MemberFactsRow): MemberFacts {
  return {
    event_id: eventId,
    as_of: factsAt.toISOString(),
    member_info: JSON.parse(memberInfo),
  };
}
