import { type Exchange, errorReply, type Reply, reply, segmentsOf } from '../exchange.ts';
import { activity, member } from './resources.ts';

const MEMBER_COUNT = 12;
const ACTIVITY_COUNT = 3;
export const LOYALTY_KEYS = { apiKey: 'kestrel-key', partnerId: 'Kestrel Loyalty (EU)' };

/** The loyalty service. */
export function handleLoyalty(exchange: Exchange): Reply {
  const { headers, method, path, query, switches } = exchange;
  if (
    headers['api-key'] !== LOYALTY_KEYS.apiKey ||
    headers['partner-id'] !== LOYALTY_KEYS.partnerId
  ) {
    return loyaltyError(exchange, 401);
  }
  const [, resource = '', id, below] = segmentsOf(path);
  const members = numbers(MEMBER_COUNT).map((index) => member(index, switches));
  const activities = numbers(ACTIVITY_COUNT).map((index) => activity(index, switches));
  if (resource === 'activities' || below === 'activities') {
    const found = activities.find((item) => item.activity_id === id);
    if (resource === 'activities' && id !== undefined) {
      return found ? dataReply(found) : loyaltyError(exchange, 400);
    }
    return pageReply(exchange, 'activities', activities, Number);
  }
  if (resource !== 'members') return loyaltyError(exchange, 404);
  if (id === undefined && method === 'GET') {
    const status = query.get('member_status') ?? 'active';
    const listed = members.filter((item) => (item.member_status ?? 'active') === status);
    return pageReply(exchange, 'members', status === 'active' ? members : listed, String);
  }
  if (id === undefined) return dataReply(members[0] ?? {});
  const key = query.get('idParam') === 'member_id' ? 'member_id' : 'id';
  const found = members.find((item) => item[key] === id);
  if (!found) return loyaltyError(exchange, 400);
  if (method === 'DELETE') return dataReply({ id: found.id, member_status: 'deleted' });
  if (method === 'POST') return reply(200, found);
  return dataReply(found);
}

function dataReply(data: unknown): Reply {
  return reply(200, { data, success: true });
}

function pageReply(
  exchange: Exchange,
  name: string,
  all: readonly unknown[],
  cursorOf: (index: number) => string | number,
): Reply {
  const { query, switches } = exchange;
  const start = Number(query.get('start_cursor') ?? 0);
  const asked = Number(query.get('count') ?? 100);
  const end = start + Math.min(asked, switches.maximumPageSize);
  const unreadable = switches.hasUnreadableItem ? [null, 'text', {}] : [];
  return dataReply({
    total: all.length,
    [name]: [...all.slice(start, end), ...unreadable],
    next_cursor: cursorOf(end),
    more: end < all.length,
  });
}

function loyaltyError(exchange: Exchange, status: number): Reply {
  const message = 'Invalid value for parameter: member_id';
  const error = 'ERROR_INVALID_PARAMETER';
  return errorReply(exchange, status, { error_code: String(status), error, message });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
