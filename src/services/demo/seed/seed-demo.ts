import { sql } from 'drizzle-orm';
import { teams } from '../../advocacy/teams/teams-table.ts';
import type { Foundations } from '../../compose/foundations.ts';
import { saveLoyaltyConnection } from '../../gateway/loyalty/loyalty-connections.ts';
import { seedAdvocacy } from './advocacy.ts';
import { seedDomains } from './domains.ts';
import { seedExperiences } from './experiences.ts';
import { DEMO_INBOX_PATH, moveDemoWebhooks, seedLoyalty } from './loyalty.ts';
import { seedPeople } from './people.ts';
import { seedWebhooks } from './webhooks.ts';

/** Whom the demo tells people to sign in as. */
export const DEMO_SIGN_IN = { email: 'admin@patron.test', password: 'patron-demo-admin' };

/** Any constant will do, as long as every process takes the same. */
const SEED_LOCK = 4_180_002;
/** The team that has some of everything. */
const FULL_TEAM_ID = 1;

/**
 * Where the demo's events are delivered: without leaving the process where it has both ends, which
 * works behind any public address; else to the process that the public address leads to.
 */
export function demoInboxUrl({
  environment: { roles },
  ownUrl,
  publicUrl,
}: Pick<Foundations, 'environment' | 'ownUrl' | 'publicUrl'>): string {
  const hasBothEnds = roles.has('loyalty') && roles.has('console');
  return `${hasBothEnds ? ownUrl : publicUrl}${DEMO_INBOX_PATH}`;
}

/**
 * Fills an empty database with the demo data, all or nothing; of several processes that start at
 * once one does the work. What depends on the address is brought up to date at each start.
 */
export async function seedDemo({ storage: { db }, ...rest }: Foundations): Promise<void> {
  const { clock, log, encryption } = rest;
  const webhookUrl = demoInboxUrl(rest);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const filled = await tx.select({ id: teams.id }).from(teams).limit(1);
    if (filled.length > 0) return;
    const now = clock.now();
    for (const { teamId, roleIds } of await seedPeople(tx)) {
      const experienceIds = await seedExperiences(tx, teamId, now);
      if (teamId !== FULL_TEAM_ID) continue;
      const { Administrator, Viewer } = roleIds;
      await seedDomains(tx, { now, teamId, roleIds: [Administrator, Viewer], experienceIds });
    }
    await seedAdvocacy(tx, { now, encryption });
    await seedLoyalty(tx, { now, encryption, webhookUrl });
    for (const { teamId, ...connection } of LOYALTY_CONNECTIONS) {
      await saveLoyaltyConnection(tx, encryption, teamId, { baseUrl: undefined, ...connection });
      if (teamId !== FULL_TEAM_ID) continue;
      const { partnerId, webhookSecret: secret } = connection;
      await seedWebhooks(tx, { now, log, teamId, partnerId, secret });
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
