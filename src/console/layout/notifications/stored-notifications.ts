import * as z from 'zod/mini';
import { isLocalPath } from '#console/lib/url/local-path.ts';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';

/** Older ones are dropped. */
const MAX_MESSAGES = 50;
/** Enough for the messages and everything that needs attention. */
const MAX_READ = 200;

const messageSchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  tone: z.enum(['success', 'error']),
  title: z.string(),
  detail: z.optional(z.string()),
  /** The page that it is about. */
  to: z.optional(z.string().check(z.refine(isLocalPath))),
});
/** What a toast said. */
export type StoredMessage = z.output<typeof messageSchema>;

const storedSchema = z.object({
  /** Newest first. */
  messages: z.readonly(z.array(messageSchema)),
  /** The keys of the notifications that were read, the latest first. */
  read: z.readonly(z.array(z.string())),
});
export type StoredNotifications = z.output<typeof storedSchema>;

const NONE: StoredNotifications = { messages: [], read: [] };

export const notificationsPreference = (userId: string | undefined) =>
  storedPreference(`notifications.${userId}`);

/** @param stored of any version of the console; unreadable content counts as none */
export function parseStoredNotifications(stored: string | null): StoredNotifications {
  if (stored === null) return NONE;
  try {
    const parsed = storedSchema.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : NONE;
  } catch {
    return NONE;
  }
}

/** Adds a message, once. */
export function addMessage(
  stored: StoredNotifications,
  message: StoredMessage,
): StoredNotifications {
  if (stored.messages.some(({ id }) => id === message.id)) return stored;
  return { ...stored, messages: [message, ...stored.messages].slice(0, MAX_MESSAGES) };
}

export function markRead(
  stored: StoredNotifications,
  keys: readonly string[],
): StoredNotifications {
  return { ...stored, read: [...new Set([...keys, ...stored.read])].slice(0, MAX_READ) };
}

/** Messages have names of members, so they go at sign-out. What was read stays read. */
export function forgetMessages(userId: string): void {
  const preference = notificationsPreference(userId);
  const { read } = parseStoredNotifications(preference.read());
  preference.write(JSON.stringify({ messages: [], read } satisfies StoredNotifications));
}
