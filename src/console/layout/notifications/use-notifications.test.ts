import { expect, test } from 'vitest';
import { ofInbox } from './use-notifications.ts';

const trouble = { failed: 2, rejected: 1, newestFailed: '7', newestRejected: '3' };
const keysOf = (changes: Partial<typeof trouble>) =>
  ofInbox('1', { ...trouble, ...changes }).map(({ key }) => key);

test('notifications of the inbox are new when another event fails or another request is rejected', () => {
  const [failed, rejected] = keysOf({});
  expect(keysOf({ newestFailed: '8' })).toEqual([
    expect.not.stringMatching(`^${failed}$`),
    rejected,
  ]);
  expect(keysOf({ newestRejected: '4' })[1]).not.toBe(rejected);
  // The oldest is no longer of the last day.
  expect(keysOf({ failed: 1 })).toEqual([failed, rejected]);
  expect(ofInbox('1', { ...trouble, failed: 1 })[0]?.detail).toBe('Nothing from it was saved.');
});
