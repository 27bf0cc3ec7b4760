import { sql } from 'drizzle-orm';
import { teams } from '../../advocacy/teams/teams-table.ts';
import type { Foundations } from '../../compose/foundations.ts';
import { saveLoyaltyConnection } from '../../gateway/loyalty/loyalty-connections.ts';
import type { Database } from '../../platform/database/database.ts';
import { moveDemoWebhooks, seedLoyalty } from './loyalty.ts';

/** Whom the demo tells people to sign in as. */
export const DEMO_SIGN_IN = { email: 'admin@patron.test', password: 'patron-demo-admin' };

/** Any constant will do, as long as every process takes the same. */
const SEED_LOCK = 4_180_002;

/**
 * Fills an empty database with the demo data, all or nothing; of several processes that start at
 * once one does the work. What depends on the address is brought up to date at each start.
 */
export async function seedDemo({ storage: { db }, ...rest }: Foundations): Promise<void> {
  const { clock, encryption, ownUrl } = rest;
  const webhookUrl = `${ownUrl}/gateway/teams/1/webhooks/loyalty`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const filled = await tx.select({ id: teams.id }).from(teams).limit(1);
    if (filled.length > 0) return;
    await seedLoyalty(tx as Database, { now: clock.now(), encryption, webhookUrl });
    for (const { teamId, ...connection } of LOYALTY_CONNECTIONS) {
      await saveLoyaltyConnection(tx, encryption, teamId, { baseUrl: undefined, ...connection });
    }
  });
  await moveDemoWebhooks(db, webhookUrl);
}

const LOYALTY_CONNECTIONS = [
  {
    teamId: 1,
    partnerId: 'patron-demo',
    apiKey: 'patron-demo-api-key',
    webhookSecret: 'patron-demo-webhook-secret',
  },
  {
    teamId: 2,
    partnerId: 'patron-demo-2',
    apiKey: 'patron-demo-api-key-2',
    webhookSecret: 'patron-demo-webhook-secret-2',
  },
];
