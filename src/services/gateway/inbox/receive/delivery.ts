import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseDate } from '#contract/loyalty/dates.ts';
import { webhookEventSchema, webhookRequestSchema } from '#contract/loyalty/webhooks.ts';
import { isStorable } from '#contract/text.ts';
import { decodeJson } from '#services/platform/http/request-body.ts';

/** Longer ids and types than these fit no index. */
const MAXIMUM_NAME = 255;

/** An event of a delivery, ready to be kept. */
interface ReceivedEvent {
  eventId: string;
  eventType: string;
  /** In JSON. */
  data: string;
  memberId: string | null;
  factsAt: Date;
  state: 'pending' | 'malformed';
}

/** A webhook request's envelope and events. */
export interface Delivery {
  requestId: string;
  eventType: string | null;
  totalCount: number | null;
  events: ReceivedEvent[];
  /** What is odd about it, though it is accepted. */
  warning: string | null;
}

/** The body can't be read as a webhook request; the message is for the person who looks at the inbox. */
export class MalformedDeliveryError extends Error {}

// What is not in it only gives a warning: nothing is lost for an odd count or date.
const envelopeSchema = z.pick(webhookRequestSchema, { request_id: true, events: true });

/**
 * Reads a webhook request's body; a malformed event does not lose the others (decisions.md, 36).
 * @throws {MalformedDeliveryError}
 */
export function readDelivery(body: Uint8Array, receivedAt: Date): Delivery {
  const result = z.safeParse(envelopeSchema, parseJson(body));
  if (!result.success) {
    const path = result.error.issues[0]?.path.join('.') || 'the body';
    throw new MalformedDeliveryError(`It is no webhook request: ${path} is missing or wrong.`);
  }
  const { request_id: requestId, events, total_count: stated, created_date: date } = result.data;
  if (!isName(requestId)) throw new MalformedDeliveryError('request_id is no usable id.');
  const created = toInstant(date) ?? receivedAt;
  try {
    const received = events.map((event) => readEvent(event, created, receivedAt));
    return {
      requestId,
      eventType: received[0]?.eventType ?? null,
      totalCount: Number.isSafeInteger(stated) ? (stated as number) : null,
      events: received,
      warning: warningOf(stated, received),
    };
  } catch (error) {
    if (error instanceof RangeError) throw new MalformedDeliveryError('It is nested too deeply.');
    throw error;
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return decodeJson(body);
  } catch {
    throw new MalformedDeliveryError('The body is not valid JSON in UTF-8.');
  }
}

function readEvent(event: unknown, created: Date, receivedAt: Date): ReceivedEvent {
  const result = z.safeParse(webhookEventSchema, event);
  if (!result.success || !isName(result.data.id) || !isName(result.data.event_type)) {
    return malformedEvent(event, receivedAt);
  }
  const { id, event_type: eventType, data } = result.data;
  const member = (data.member_info ?? {}) as Record<string, unknown>;
  const stated = toInstant(member.last_modified_date) ?? created;
  return {
    eventId: id,
    eventType,
    data: JSON.stringify(data),
    memberId: isName(member.member_id) ? member.member_id : null,
    // A time to come would keep all later events from being newer.
    factsAt: stated < receivedAt ? stated : receivedAt,
    state: 'pending',
  };
}

/** Kept whole under an id of its content, so that a repetition is known and the right one may follow. */
function malformedEvent(event: unknown, receivedAt: Date): ReceivedEvent {
  const data = JSON.stringify(event);
  const { event_type: eventType } = (event ?? {}) as Record<string, unknown>;
  return {
    eventId: `malformed-${createHash('sha256').update(data).digest('hex').slice(0, 32)}`,
    eventType: isName(eventType) ? eventType : 'unknown',
    data,
    memberId: null,
    factsAt: receivedAt,
    state: 'malformed',
  };
}

function warningOf(stated: unknown, events: ReceivedEvent[]): string | null {
  const malformed = events.filter(({ state }) => state === 'malformed').length;
  const warnings = [
    ...(events.length === 0 ? ['It has no events.'] : []),
    ...(malformed > 0 ? [`${malformed} of ${events.length} events are malformed.`] : []),
    ...(stated !== undefined && stated !== events.length
      ? [`total_count does not fit the ${events.length} events in it.`]
      : []),
  ];
  return warnings.length > 0 ? warnings.join(' ') : null;
}

function toInstant(text: unknown): Date | undefined {
  const date = typeof text === 'string' ? parseDate(text) : null;
  return date?.kind === 'instant' ? new Date(date.iso) : undefined;
}

function isName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= MAXIMUM_NAME &&
    isStorable(value)
  );
}
