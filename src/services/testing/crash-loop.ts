import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, vi } from 'vitest';
import { envelope, signWebhook } from '#services/gateway/testing/sign-webhook.ts';
import { startReceiver } from '#services/loyalty/testing/receiver.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import {
  CRASH_SECRET,
  passLostAttempts,
  prepareCrashScene,
  readCrashScene,
} from './crash-scene.ts';
import { startPatronProcess } from './patron-process.ts';

/** The sender and the receiver alone: they start several times as fast as all of Patron. */
const webhooks = fileURLToPath(new URL('./webhooks-process.ts', import.meta.url));
const KILLS = 20;
/** Campaigns and deliveries that are under way at each kill. */
const EACH_ROUND = 4;

/** How a test gets at the database while no process of Patron runs. */
export interface CrashPlace {
  variables: Record<string, string>;
  open(): Promise<Storage>;
}

/** Works on the database as nobody else does. */
async function within<Result>(place: CrashPlace, work: (storage: Storage) => Promise<Result>) {
  const storage = await place.open();
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Whether a request was answered with 200; not if the process died before. */
const isAnswered = (sent: Promise<Response>) =>
  sent.then(({ status }) => status === 200).catch(() => false);

/**
 * Kills a process twenty times in the middle of sending and of receiving, and holds what came of it
 * to what was promised: nothing is lost, and nothing is processed twice.
 */
export async function dieOverAndOver(place: CrashPlace): Promise<void> {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const inbox = `${url}/gateway/teams/1/webhooks/loyalty`;
  const directory = place.variables.PATRON_DATA_DIR ?? '';
  await within(place, (storage) => prepareCrashScene(storage, directory, [receiver.url, inbox]));
  const start = () => startPatronProcess({ ...place.variables, PORT: String(port) }, webhooks);

  const promised: string[] = [];
  const unanswered = new Map<string, string>();
  for (let round = 0; round < KILLS; round += 1) {
    const patron = await start();
    // What comes from outside is sent again until it is acknowledged, as the loyalty program does.
    const fresh = `delivery-${round}`;
    const events = Array.from({ length: EACH_ROUND }, (_, n) => ({
      id: `${fresh}-${n}`,
      event_type: 'event_campaign_entered',
      data: { member_info: { member_id: 'M-000001' } },
    }));
    unanswered.set(fresh, envelope(events, { request_id: fresh }));
    const deliveries = [...unanswered].map(async ([name, body]) => {
      const headers = signWebhook(body, new Date(), { secret: CRASH_SECRET });
      const delivered = await isAnswered(fetch(inbox, { method: 'POST', body, headers }));
      if (delivered) unanswered.delete(name);
    });
    const campaigns = Array.from({ length: EACH_ROUND }, async (_, n) => {
      const campaign = `campaign-${round}-${n}`;
      if (await isAnswered(fetch(`${url}/emit/${campaign}`, { method: 'POST' })))
        promised.push(campaign);
    });
    // Each time later: in the middle of the requests, of batching, of sending and of processing.
    await sleep(round * 15);
    patron.kill('SIGKILL');
    await Promise.all([patron.ended, ...deliveries, ...campaigns]);
  }

  await within(place, passLostAttempts);
  const last = await start();
  for (const body of unanswered.values()) {
    const headers = signWebhook(body, new Date(), { secret: CRASH_SECRET });
    expect((await fetch(inbox, { method: 'POST', body, headers })).status).toBe(200);
  }
  const arrived = () =>
    receiver.received.flatMap(
      ({ body }) =>
        (JSON.parse(body) as { events: { id: string; data: Record<string, unknown> }[] }).events,
    );
  const campaignOf = ({ data }: { data: Record<string, unknown> }) =>
    (data.campaign_info as { campaign_name: string }).campaign_name;
  await vi.waitFor(
    () => {
      const campaigns = new Set(arrived().map(campaignOf));
      expect(promised.filter((name) => !campaigns.has(name))).toEqual([]);
    },
    { timeout: 15_000, interval: 100 },
  );
  // The own inbox gets them at the same time; the processing of the last ones follows at once.
  await sleep(1_000);
  last.kill('SIGTERM');
  await last.ended;

  const { events: kept, requests } = await within(place, readCrashScene);
  expect(Object.keys(requests)).toEqual(['delivered']);
  expect(kept.filter(({ state, processed }) => state !== 'processed' || processed !== 1)).toEqual(
    [],
  );
  const campaigns = kept.flatMap(({ campaign }) => campaign ?? []);
  expect(promised.length).toBeGreaterThan(0);
  expect(campaigns).toEqual(expect.arrayContaining(promised));
  expect(new Set(campaigns).size).toBe(campaigns.length);
  const deliveries = kept.filter(({ eventId }) => eventId.startsWith('delivery-'));
  expect(deliveries).toHaveLength(KILLS * EACH_ROUND);
  // Sent again is the same event, by which a receiver knows it: one id for each campaign.
  const ids = new Set(arrived().map((event) => `${event.id} ${campaignOf(event)}`));
  expect(ids.size).toBe(new Set(arrived().map(campaignOf)).size);
}
