import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseExactJson } from '#contract/exact-json.ts';
import { parseDate } from '#contract/loyalty/dates.ts';
import { webhookEventSchema, webhookRequestSchema } from '#contract/loyalty/webhooks.ts';
import { isIncomplete, read } from '#contract/reader.ts';
import { isStorable } from '#contract/text.ts';
import { decodeJson } from '#services/platform/http/request-body.ts';
import { JsonTooDeepError } from '#services/platform/json-depth.ts';
import type { MemberKeys } from '#services/platform/personal-data/member-digests.ts';
import { memberOf } from './members-in.ts';

/** Longer ids and types would not fit an index entry. */
const MAX_ID_LENGTH = 255;
/** Of an event that was sent without one. */
const UNKNOWN_TYPE = 'unknown';

export interface ReceivedEvent {
  eventId: string;
  eventType: string;
  /** JSON. */
  data: string;
  memberId: string | null;
  /** Its member, by which a late event of an erased one is recognized. */
  member: MemberKeys;
  factsAt: Date;
  state: 'pending' | 'malformed';
}

export interface Delivery {
  requestId: string;
  eventType: string | null;
  /** The distinct types of its events, in their order. */
  eventTypes: string[];
  totalCount: number | null;
  events: ReceivedEvent[];
  /** Inconsistencies that do not lead to rejection. */
  warning: string | null;
}

/** The body is not a valid webhook. The message is shown in the inbox. */
export class MalformedDeliveryError extends Error {}

// Other fields are not checked here: a wrong count or date only causes a warning.
const envelopeSchema = z.pick(webhookRequestSchema, { request_id: true, events: true });

/**
 * Parses the body of a webhook request. One malformed event doesn't affect the others (decisions.md,
 * 36).
 * @throws {MalformedDeliveryError}
 */
export function parseDelivery(body: Uint8Array, receivedAt: Date): Delivery {
  const result = z.safeParse(envelopeSchema, parseJson(body));
  if (!result.success) {
    const path = result.error.issues[0]?.path.join('.');
    throw new MalformedDeliveryError(
      path
        ? `Not a valid webhook: "${path}" is missing or malformed.`
        : 'Not a valid webhook: the body must be a JSON object.',
    );
  }
  const {
    request_id: requestId,
    events,
    total_count: totalCount,
    created_date: date,
  } = result.data;
  if (!isId(requestId)) {
    throw new MalformedDeliveryError('Not a valid webhook: "request_id" is malformed.');
  }
  const createdAt = parseInstant(date) ?? receivedAt;
  const received = events.map((event) => parseEvent(event, createdAt, receivedAt));
  return {
    requestId,
    eventType: received[0]?.eventType ?? null,
    eventTypes: [...new Set(received.map(({ eventType }) => eventType))],
    totalCount: Number.isSafeInteger(totalCount) ? (totalCount as number) : null,
    events: received,
    warning: findWarning(totalCount, received),
  };
}

/**
 * The request id in the body of a rejected request, to show it beside the other attempts. Anyone can
 * send any id, so nothing else may depend on it.
 */
export function claimedRequestId(body: Uint8Array): string | null {
  try {
    const result = z.safeParse(
      z.pick(webhookRequestSchema, { request_id: true }),
      decodeJson(body),
    );
    return result.success && isId(result.data.request_id) ? result.data.request_id : null;
  } catch {
    return null;
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return decodeJson(body, parseExactJson);
  } catch (error) {
    throw new MalformedDeliveryError(
      error instanceof JsonTooDeepError ? error.message : 'The body is not valid JSON in UTF-8.',
    );
  }
}

function parseEvent(event: unknown, createdAt: Date, receivedAt: Date): ReceivedEvent {
  const item = read(webhookEventSchema, event);
  if (!item || isIncomplete(item)) return malformedEvent(event, receivedAt);
  const { id, event_type: eventType = UNKNOWN_TYPE } = item;
  if (!isId(id) || !isId(eventType)) return malformedEvent(event, receivedAt);
  // As received: what is read leaves out null.
  const data = (event as { data?: Record<string, unknown> | null }).data ?? {};
  const member = (data.member_info ?? {}) as Record<string, unknown>;
  const modifiedAt = parseInstant(member.last_modified_date) ?? createdAt;
  return {
    eventId: id,
    eventType,
    data: JSON.stringify(data),
    memberId: isId(member.member_id) ? member.member_id : null,
    member: memberOf(data),
    // A future time would make all later events look older.
    factsAt: modifiedAt < receivedAt ? modifiedAt : receivedAt,
    state: 'pending',
  };
}

/** Its id is a hash of its content: duplicates are detected, and a corrected event may follow. */
function malformedEvent(event: unknown, receivedAt: Date): ReceivedEvent {
  const data = JSON.stringify(event);
  const { event_type: eventType } = (event ?? {}) as Record<string, unknown>;
  return {
    eventId: `malformed-${createHash('sha256').update(data).digest('hex').slice(0, 32)}`,
    eventType: isId(eventType) ? eventType : UNKNOWN_TYPE,
    data,
    memberId: null,
    member: memberOf(event),
    factsAt: receivedAt,
    state: 'malformed',
  };
}

function findWarning(totalCount: unknown, events: ReceivedEvent[]): string | null {
  const total = events.length;
  const malformed = events.filter(({ state }) => state === 'malformed').length;
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  const eventCount = `${total} ${total === 1 ? 'event' : 'events'}`;
  const warnings = [
    ...(total === 0 ? ['Contains no events.'] : []),
    ...(malformed > 0 ? [`${malformed} of ${eventCount} ${are(malformed)} malformed.`] : []),
    ...(totalCount !== undefined && totalCount !== total
      ? [`total_count says ${formatTotal(totalCount)}, but there ${are(total)} ${eventCount}.`]
      : []),
  ];
  return warnings.length > 0 ? warnings.join(' ') : null;
}

/** The envelope may hold any JSON value here. */
function formatTotal(totalCount: unknown): string {
  return typeof totalCount === 'number' ? String(totalCount) : 'something other than a number';
}

function parseInstant(text: unknown): Date | undefined {
  const date = typeof text === 'string' ? parseDate(text) : null;
  return date?.kind === 'instant' ? new Date(date.iso) : undefined;
}

function isId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= MAX_ID_LENGTH &&
    isStorable(value)
  );
}
