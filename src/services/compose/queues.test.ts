import { expect, test } from 'vitest';
import { directoryStates } from '#services/gateway/directory/directory-states-table.ts';
import { gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { deploymentQueues } from './queues.ts';

describeBothStorages('the queues of a deployment', (store) => {
  test('have the jobs that have not ended, and the directories that are due or fail', async () => {
    const clock = createTestClock();
    const now = clock.now();
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    const connection = { partnerId: 'acme', apiKey: 'x', webhookSecret: 'x' };
    await store.db
      .insert(loyaltyConnections)
      .values([1, 2, 3, 4].map((teamId) => ({ teamId, ...connection })));
    await store.db.insert(directoryStates).values([
      { teamId: 1, currentAt: minutesAgo(4), nextAttemptAt: minutesAgo(3) },
      { teamId: 2, currentAt: minutesAgo(4), nextAttemptAt: minutesAgo(-1) },
      {
        // Its changes are read, and its crawl fails.
        ...{ teamId: 3, currentAt: minutesAgo(1), completeAt: minutesAgo(1_450) },
        ...{ nextAttemptAt: minutesAgo(-5), lastError: 'Invalid response' },
      },
      { teamId: 4, nextAttemptAt: minutesAgo(-5), lastError: 'No response' },
    ]);
    const job = {
      teamId: 1,
      kind: 'export',
      userId: '1',
      userName: 'Ada',
      changedAt: now,
    } as const;
    await store.db.insert(gatewayJobs).values([
      { ...job, state: 'running', createdAt: minutesAgo(5) },
      { ...job, state: 'queued', createdAt: minutesAgo(4) },
      { ...job, state: 'done', createdAt: minutesAgo(9) },
    ]);

    const read = async (directoryPollSeconds: number) => {
      const queues = deploymentQueues(store.db, { directoryPollSeconds }, clock);
      return Object.fromEntries(
        await Promise.all(queues.map(async ({ name, read }) => [name, await read()] as const)),
      );
    };
    const empty = { depth: 0, oldestAt: null };
    const shared = {
      ...{ messages: empty, webhooks: empty, certificates: empty, inbox: empty },
      jobs: { depth: 2, oldestAt: minutesAgo(5) },
    };
    expect(await read(60)).toEqual({
      ...shared,
      directory: { depth: 3, oldestAt: minutesAgo(10) },
    });
    expect(await read(0)).toEqual(shared);
  });
});
