import * as z from 'zod/mini';
import {
  WEBHOOK_EVENT_TYPES,
  webhookEventDataSchema,
  webhookEventSchema,
} from '#contract/loyalty/webhooks.ts';
import type { InboxEventRow } from './inbox-events-table.ts';

const KNOWN_TYPES: readonly string[] = WEBHOOK_EVENT_TYPES;
/** More are counted. */
const NAMED_VALUES = 5;

/** Describes what could not be read of an event; null if all was, or its data isn't loaded. */
export function describeUnreadable({
  state,
  eventType,
  data,
}: Pick<InboxEventRow, 'state' | 'eventType'> & { data: string | null }): string | null {
  if (data === null) return null;
  if (state === 'malformed') {
    const [first] = listUnreadable(webhookEventSchema, JSON.parse(data), ['', 'id']);
    if (first === undefined) return 'Its "id" or "event_type" can\'t be stored.';
    return first === '' ? 'It is not a JSON object.' : `"${first}" is missing or malformed.`;
  }
  if (!KNOWN_TYPES.includes(eventType)) return null;
  const paths = listUnreadable(webhookEventDataSchema, JSON.parse(data));
  if (paths.length === 0) return null;
  const names = paths.slice(0, NAMED_VALUES).map((path) => `"${path}"`);
  const rest = paths.length - names.length;
  const values = paths.length === 1 ? 'This value' : 'These values';
  return `${values} can't be read: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

/** The paths of values that a reader leaves out. Those that aren't set can be read. */
function listUnreadable(schema: z.ZodMiniType, value: unknown, required: string[] = []): string[] {
  const { error } = z.safeParse(schema, value);
  return (error?.issues ?? [])
    .filter(({ path }) => valueAt(value, path) !== null || required.includes(path.join('.')))
    .map(({ path }) => path.join('.'));
}

/** Null if it isn't set. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, key) => (parent as never)?.[key] ?? null, value);
}
