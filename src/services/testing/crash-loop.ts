import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, vi } from 'vitest';
import { envelope, signWebhook } from '#services/gateway/testing/sign-webhook.ts';
import { startReceiver } from '#services/loyalty/testing/receiver.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { CRASH_SECRET, makeAttemptsDue, prepareCrashData, readCrashResults } from './crash-data.ts';
import { startPatronProcess } from './patron-process.ts';

/** Only the sender and the receiver: they start several times faster than all of Patron. */
const webhooks = fileURLToPath(new URL('./webhooks-process.ts', import.meta.url));
/** PATRON_TEST_KILLS has another number, and PATRON_TEST_ALL=1 more. */
const KILLS = Number(
  process.env.PATRON_TEST_KILLS ?? (process.env.PATRON_TEST_ALL === '1' ? 20 : 6),
);
/** After the first request of a round, at most. */
const LAST_KILL_MS = 300;
/** Campaigns and deliveries in flight at each kill. */
const PER_ROUND = 4;

/** The database under test, and how to open it while no Patron process runs. */
export interface CrashTarget {
  variables: Record<string, string>;
  open(): Promise<Storage>;
}

/** Opens the database for `work` and closes it again. */
export async function withStorage<Result>(
  target: CrashTarget,
  work: (storage: Storage) => Promise<Result>,
) {
  const storage = await target.open();
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Whether a request got status 200; false if the process died first. */
const isAccepted = (sent: Promise<Response>) =>
  sent.then(({ status }) => status === 200).catch(() => false);

/**
 * Kills a process repeatedly while it sends and receives, and checks the result: nothing is lost and
 * nothing is processed twice.
 */
export async function killRepeatedly(target: CrashTarget): Promise<void> {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const inbox = `${url}/gateway/teams/1/webhooks/loyalty`;
  const directory = target.variables.PATRON_DATA_DIR ?? '';
  await withStorage(target, (storage) =>
    prepareCrashData(storage, directory, [receiver.url, inbox]),
  );
  const start = () => startPatronProcess({ ...target.variables, PORT: String(port) }, webhooks);

  const acceptedCampaigns: string[] = [];
  const pendingBodies = new Map<string, string>();
  for (let round = 0; round < KILLS; round += 1) {
    const patron = await start();
    // Like the loyalty program, repeats deliveries until they are acknowledged.
    const fresh = `delivery-${round}`;
    const events = Array.from({ length: PER_ROUND }, (_, n) => ({
      id: `${fresh}-${n}`,
      event_type: 'event_campaign_entered',
      data: { member_info: { member_id: 'M-000001' } },
    }));
    pendingBodies.set(fresh, envelope(events, { request_id: fresh }));
    const deliveries = [...pendingBodies].map(async ([name, body]) => {
      const headers = signWebhook(body, new Date(), { secret: CRASH_SECRET });
      const delivered = await isAccepted(fetch(inbox, { method: 'POST', body, headers }));
      if (delivered) pendingBodies.delete(name);
    });
    const campaigns = Array.from({ length: PER_ROUND }, async (_, n) => {
      const campaign = `campaign-${round}-${n}`;
      if (await isAccepted(fetch(`${url}/emit/${campaign}`, { method: 'POST' })))
        acceptedCampaigns.push(campaign);
    });
    // Later each time: during the requests, batching, sending and processing.
    await sleep((LAST_KILL_MS * round) / KILLS);
    patron.kill('SIGKILL');
    await Promise.all([patron.exited, ...deliveries, ...campaigns]);
  }

  await withStorage(target, makeAttemptsDue);
  const last = await start();
  for (const body of pendingBodies.values()) {
    const headers = signWebhook(body, new Date(), { secret: CRASH_SECRET });
    expect((await fetch(inbox, { method: 'POST', body, headers })).status).toBe(200);
  }
  const received = () =>
    receiver.received.flatMap(
      ({ body }) =>
        (JSON.parse(body) as { events: { id: string; data: Record<string, unknown> }[] }).events,
    );
  const campaignOf = ({ data }: { data: Record<string, unknown> }) =>
    (data.campaign_info as { campaign_name: string }).campaign_name;
  await vi.waitFor(
    () => {
      const campaigns = new Set(received().map(campaignOf));
      expect(acceptedCampaigns.filter((name) => !campaigns.has(name))).toEqual([]);
    },
    { timeout: 15_000, interval: 100 },
  );
  // Patron's own inbox gets them at the same time and processes the last ones right after.
  await expect
    .poll(async () => (await fetch(`${url}/unfinished`)).text(), { timeout: 15_000 })
    .toBe('0');
  last.kill('SIGTERM');
  await last.exited;

  const { events: inboxEvents, requests } = await withStorage(target, readCrashResults);
  expect(Object.keys(requests)).toEqual(['delivered']);
  expect(
    inboxEvents.filter(({ state, processed }) => state !== 'processed' || processed !== 1),
  ).toEqual([]);
  const campaigns = inboxEvents.flatMap(({ campaign }) => campaign ?? []);
  expect(acceptedCampaigns.length).toBeGreaterThan(0);
  expect(campaigns).toEqual(expect.arrayContaining(acceptedCampaigns));
  expect(new Set(campaigns).size).toBe(campaigns.length);
  const deliveries = inboxEvents.filter(({ eventId }) => eventId.startsWith('delivery-'));
  expect(deliveries).toHaveLength(KILLS * PER_ROUND);
  // A repeated delivery has the same event id: one id per campaign.
  const ids = new Set(received().map((event) => `${event.id} ${campaignOf(event)}`));
  expect(ids.size).toBe(new Set(received().map(campaignOf)).size);
}
