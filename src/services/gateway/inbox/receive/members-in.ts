import { decodeJson } from '#services/platform/http/request-body.ts';
import type { MemberKeys } from '#services/platform/personal-data/member-digests.ts';

/** The keys in an event's data, as `inbox_service_id` of the database finds them. */
export function memberOf(data: unknown): MemberKeys {
  const info = property(data, 'member_info') ?? property(property(data, 'data'), 'member_info');
  return { serviceId: keyIn(info, 'id'), memberId: keyIn(info, 'member_id') };
}

/** The members of a request that may be anything; none if it isn't JSON. */
export function membersIn(body: Uint8Array | null): MemberKeys[] {
  if (body === null) return [];
  try {
    const events = property(decodeJson(body), 'events');
    return Array.isArray(events) ? events.map((event) => memberOf(property(event, 'data'))) : [];
  } catch {
    return [];
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function keyIn(info: unknown, name: string): string | null {
  const value = property(info, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
