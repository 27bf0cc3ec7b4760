import type { MemberFacts, WebhookEvent, WebhookRequest } from '#contract/console/inbox.ts';
import type { MemberFactsRow } from './member-facts-store.ts';
import type { WebhookEventRow } from './webhook-events-table.ts';
import type { WebhookRequestRow } from './webhook-requests-table.ts';

/** A delivery as the inbox shows it (decisions.md, 38). */
export function toRequestDocument(row: WebhookRequestRow): WebhookRequest {
  return {
    id: String(row.id),
    received_at: row.receivedAt.toISOString(),
    verdict: row.verdict,
    reason: row.reason,
    request_id: row.requestId,
    event_type: row.eventType,
    total_count: row.totalCount,
    signature: row.signature,
    nonce: row.nonce,
    // What was refused need not be text: what isn't shows as replacement characters.
    body: row.body === null ? null : new TextDecoder().decode(row.body),
    events: row.eventIds,
  };
}

/** An event as the inbox shows it (decisions.md, 38). */
export function toEventDocument(row: WebhookEventRow): WebhookEvent {
  return {
    id: row.eventId,
    event_type: row.eventType,
    data: JSON.parse(row.data),
    member_id: row.memberId,
    webhook_request_id: String(row.webhookRequestId),
    received_at: row.receivedAt.toISOString(),
    processed_at: row.processedAt?.toISOString() ?? null,
    state: row.state,
    replays: row.replays,
  };
}

/** What is known of a member, as the inbox shows it. */
export function toFactsDocument({ eventId, factsAt, memberInfo }: MemberFactsRow): MemberFacts {
  return {
    event_id: eventId,
    as_of: factsAt.toISOString(),
    member_info: JSON.parse(memberInfo),
  };
}
