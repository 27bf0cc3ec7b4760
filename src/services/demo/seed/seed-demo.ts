import { teams } from '#services/advocacy/teams/teams-table.ts';
import type { SharedDependencies } from '#services/compose/dependencies.ts';
import { inboxUrl } from '#services/gateway/gateway-addresses.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { seedAdvocacy } from './advocacy/advocacy.ts';
import { seedDomains } from './advocacy/domains.ts';
import { seedExperiences } from './advocacy/experiences.ts';
import { seedUsers } from './advocacy/users.ts';
import { DEMO_PROGRAMS, FULL_PROGRAM } from './loyalty/demo-programs.ts';
import { seedLoyalty, updateDemoWebhookUrl } from './loyalty/loyalty.ts';
import { lockDemo, switchOnDemo } from './switch-demo.ts';
import { seedTeamHistory } from './team-history.ts';
import { seedTeamJobs } from './team-jobs.ts';
import { seedWebhooks } from './webhooks/webhooks.ts';

/**
 * The receiver of the demo's events. A process with both ends calls itself, which works behind any public
 * address; otherwise it is the public address.
 */
export function demoInboxUrl({
  environment: { roles },
  ownUrl,
  publicUrl,
}: Pick<SharedDependencies, 'environment' | 'ownUrl' | 'publicUrl'>): string {
  const hasBothRoles = roles.has('loyalty') && roles.has('console');
  return inboxUrl(hasBothRoles ? ownUrl : publicUrl, FULL_PROGRAM.teamId);
}

/**
 * Fills an empty database with the demo data in one transaction; concurrent processes wait for the
 * first one, which then makes its jobs. URLs that depend on the address are updated at each start.
 */
export async function seedDemo(shared: SharedDependencies): Promise<void> {
  const {
    storage: { db },
    ...rest
  } = shared;
  const { clock, log, encryption } = rest;
  const webhookUrl = demoInboxUrl(rest);
  const isNew = await db.transaction(async (tx) => {
    await lockDemo(tx);
    const existing = await tx.select({ id: teams.id }).from(teams).limit(1);
    if (existing.length > 0) return false;
    const now = clock.now();
    const seeded = await seedUsers(tx);
    for (const { teamId, roleIds } of seeded) {
      const experienceIds = await seedExperiences(tx, teamId, now);
      if (teamId !== FULL_PROGRAM.teamId) continue;
      const { Administrator, Viewer } = roleIds;
      await seedDomains(tx, { now, teamId, roleIds: [Administrator, Viewer], experienceIds });
    }
    await seedAdvocacy(tx, { now, encryption });
    await seedLoyalty(tx, { now, encryption, webhookUrl });
    for (const { teamId, partnerId, apiKey, webhookSecret } of DEMO_PROGRAMS) {
      const connection = { baseUrl: undefined, partnerId, apiKey, webhookSecret };
      await saveLoyaltyConnection(tx, encryption, teamId, connection);
    }
    const { teamId, partnerId, webhookSecret: secret } = FULL_PROGRAM;
    await seedWebhooks(tx, { now, log, encryption, teamId, partnerId, secret });
    const viewerRoleId = seeded.find((team) => team.teamId === teamId)?.roleIds.Viewer;
    if (viewerRoleId !== undefined) {
      await seedTeamHistory(tx, { now, teamId, partnerId, viewerRoleId });
    }
    return true;
  });
  if (isNew) await seedTeamJobs(shared);
  await switchOnDemo({ db, ...rest });
  await updateDemoWebhookUrl(db, webhookUrl);
}
