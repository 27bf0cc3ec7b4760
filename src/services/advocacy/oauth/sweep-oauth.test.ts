import { beforeEach, expect, test } from 'vitest';
import { attemptCounters } from '#services/advocacy/rate-limits/attempt-counters-table.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { oauthArtifacts } from './oauth-artifacts-table.ts';
import { sweepOAuth } from './sweep-oauth.ts';

describeBothStorages('sweepOAuth', (store) => {
  const clock = createTestClock();
  const rows = (count: number, seconds: number) =>
    Array.from({ length: count }, (_, index) => ({
      kind: 'AccessToken',
      idDigest: `${seconds}:${index}`,
      payload: {},
      expiresAt: addSeconds(clock.now(), seconds),
    }));
  beforeEach(() => store.db.delete(oauthArtifacts));

  test('deletes only expired artifacts, in batches', async () => {
    await store.db.insert(oauthArtifacts).values([...rows(1200, 0), ...rows(3, 1)]);
    expect(await sweepOAuth(store.db, clock)).toBe(true);
    expect(await store.db.$count(oauthArtifacts)).toBe(203);
    expect(await sweepOAuth(store.db, clock)).toBe(false);
    expect(await store.db.$count(oauthArtifacts)).toBe(3);
  });

  test('deletes attempt counts whose window has ended', async () => {
    await store.db.insert(attemptCounters).values([
      { key: 'over', count: 5, windowEndsAt: clock.now() },
      { key: 'open', count: 5, windowEndsAt: addSeconds(clock.now(), 1) },
    ]);
    await sweepOAuth(store.db, clock);
    expect((await store.db.select().from(attemptCounters)).map(({ key }) => key)).toEqual(['open']);
  });
});
