import type { InboxDelivery, InboxEvent, MemberFacts } from '#contract/gateway/inbox.ts';
import type { InboxReplay } from '#contract/gateway/inbox-replays.ts';
import type { ListedDeliveryRow } from './inbox-deliveries-store.ts';
import type { InboxDeliveryRow } from './inbox-deliveries-table.ts';
import type { ListedEventRow } from './inbox-events-store.ts';
import type { MemberFactsRow } from './process/member-facts-store.ts';
import type { InboxReplayRow } from './replay/inbox-replays-table.ts';

/** A delivery as the inbox shows it (decisions.md, 38). */
export function toDeliveryDocument(row: InboxDeliveryRow | ListedDeliveryRow): InboxDelivery {
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
    events: row.eventIds,
    event_count: 'eventCount' in row ? row.eventCount : row.eventIds.length,
    // What was refused need not be text: what isn't shows as replacement characters.
    body: row.body === null ? null : new TextDecoder().decode(row.body),
  };
}

/** An event as the inbox shows it (decisions.md, 38). */
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

/** A replay of many events, and how far it has come. */
export function toReplayDocument(row: InboxReplayRow): InboxReplay {
  return {
    id: String(row.id),
    since: row.since.toISOString(),
    total: row.total,
    replayed: row.replayed,
    failed: row.failed,
    state: row.state,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
