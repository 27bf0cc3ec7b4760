import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { envelope, signWebhook, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startBenchProcess } from '../bench-process.ts';
import type { Figure } from '../figure.ts';
import { type Load, load } from '../load.ts';
import { startPatronProcesses } from '../patron-processes.ts';
import { withDatabase } from '../temporary-database.ts';

const LANES = 16;
const SECONDS = 6;
/** Events per request. */
const BATCHES = [1, 50];
/** The webhook secret of the demo's team 1. */
const SECRET = 'patron-demo-webhook-secret';
/** Data like that of a tier upgrade. */
const MEMBER = {
  id: 'f3a19c0be2d74c5f8a1b6d20',
  first_name: 'Zoë',
  last_name: 'Marchetti',
  email_address: 'zoe.marchetti@example.test',
  phone_number: '+1-2025550143',
  member_status: 'active',
  member_tags: ['vip', 'newsletter', 'early-access'],
  number_of_purchases: 14,
  enrollment_date: '2025-02-11T09:30:00.000Z',
  last_modified_date: '2026-03-17T18:05:12.000Z',
  address: { line1: '12 Harbour Street', city: 'Portland', state: 'OR', country: 'US' },
  tier_info: { loyalty_tier_name: 'Gold', loyalty_tier_id: 'a81f', qualified_points: 5210 },
  available_points: 1840,
  lifetime_points_earned: 7415,
  custom_attributes: { interests: ['tea', 'ceramics'], favourite_store: 'Harbour' },
};

/**
 * Webhook events received per second by the inbox (verified, stored with their request, and processed
 * in the background), compared with a bare route that only verifies.
 */
export async function benchWebhookReceiving(): Promise<Figure[]> {
  const embedded = await benchDatabase('PGlite', undefined);
  const postgres = await withDatabase((url) => benchDatabase('PostgreSQL', url));
  return [...embedded, ...postgres];
}

async function benchDatabase(name: string, databaseUrl: string | undefined): Promise<Figure[]> {
  const patron = await startPatronProcesses(databaseUrl, 1);
  const verifier = await startBenchProcess<{ url: string }>(
    import.meta.resolve('./verify-only-server.ts'),
    { WEBHOOK_SECRET: SECRET },
  );
  try {
    const figures: Figure[] = [];
    for (const events of BATCHES) {
      const inbox = await deliver(`${patron.urls[0]}/gateway/teams/1/webhooks/loyalty`, events);
      const bare = await deliver(verifier.ready.url, events);
      figures.push(...compare(`webhooks received, ${name}`, events, inbox, bare));
    }
    return figures;
  } finally {
    await verifier.stop();
    await patron.stop();
  }
}

function deliver(url: string, events: number): Promise<Load> {
  const lane = async () => {
    const upgrades = Array.from({ length: events }, () =>
      tierUpgrade(randomUUID(), { ...MEMBER, member_id: `M-${randomUUID().slice(0, 6)}` }),
    );
    const body = envelope(upgrades, { request_id: randomUUID() });
    const headers = signWebhook(body, new Date(), { secret: SECRET });
    const response = await request(url, { method: 'POST', headers, body });
    await response.body.arrayBuffer();
    if (response.statusCode !== 200) throw new Error(`${url} responded ${response.statusCode}`);
  };
  return load(
    Array.from({ length: LANES }, () => lane),
    SECONDS,
  );
}

function compare(suite: string, events: number, inbox: Load, bare: Load): Figure[] {
  const name = events === 1 ? 'one event per request' : `${events} events per request`;
  const against = (value: number) => ({ name: 'verify only', value });
  return [
    {
      suite,
      name: `events, ${name}`,
      unit: '/s',
      value: inbox.perSecond * events,
      against: against(bare.perSecond * events),
    },
    {
      suite,
      name: `response, ${name}, p50`,
      unit: 'ms',
      value: inbox.p50,
      against: against(bare.p50),
    },
    {
      suite,
      name: `response, ${name}, p99`,
      unit: 'ms',
      value: inbox.p99,
      against: against(bare.p99),
    },
  ];
}
