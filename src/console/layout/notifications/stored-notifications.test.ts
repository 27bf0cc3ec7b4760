import { describe, expect, test } from 'vitest';
import {
  addMessage,
  markRead,
  parseStoredNotifications,
  type StoredMessage,
} from './stored-notifications.ts';

const message = (id: string): StoredMessage => ({
  id,
  at: '2026-11-22T10:00:00Z',
  tone: 'success',
  title: `Message ${id}`,
});
const NONE = parseStoredNotifications(null);

describe('stored notifications', () => {
  test('survive being stored', () => {
    const stored = markRead(addMessage(NONE, message('1')), ['1']);
    expect(parseStoredNotifications(JSON.stringify(stored))).toEqual(stored);
  });

  test.each(['', '{', '{"messages":1}', '{"messages":[{"id":1}],"read":[]}'])(
    'are empty if they are unreadable: %j',
    (stored) => expect(parseStoredNotifications(stored)).toEqual(NONE),
  );

  test("don't link to other sites", () => {
    const foreign = { ...message('1'), to: '//example.com' };
    const stored = JSON.stringify({ messages: [foreign], read: [] });
    expect(parseStoredNotifications(stored)).toEqual(NONE);
  });

  test('have each message once, the newest first, and the oldest are dropped', () => {
    let stored = NONE;
    for (let id = 1; id <= 60; id += 1) stored = addMessage(stored, message(String(id)));
    stored = addMessage(stored, message('60'));
    expect(stored.messages).toHaveLength(50);
    expect(stored.messages.at(0)?.id).toBe('60');
    expect(stored.messages.at(-1)?.id).toBe('11');
  });

  test('have each key that was read once, and the oldest are dropped', () => {
    const keys = Array.from({ length: 250 }, (_, index) => `key ${index}`);
    const { read } = markRead(markRead(NONE, ['old', 'key 0']), keys);
    expect(read).toEqual(keys.slice(0, 200));
  });
});
