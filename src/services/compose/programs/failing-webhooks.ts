import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { pauseForFailures } from '#services/loyalty/webhooks/targets/change-webhooks.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';
import type { Messages } from '#services/platform/messages/messages.ts';
import { nameInEmail } from '#services/platform/messages/name-in-email.ts';

const INTERVAL_MS = 15 * 60_000;
/** One a day; a day after the last one, the webhook is paused. */
const MAX_EMAILS = 2;

interface FailingWebhookDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  messages: Messages;
  publicUrl: string;
}

/** Any number of processes may run it. */
export function startFailingWebhooks(dependencies: FailingWebhookDependencies): Worker {
  return startWorker({
    name: 'failing-webhooks',
    intervalMs: INTERVAL_MS,
    work: () => handleFailingWebhooks(dependencies),
    log: dependencies.log,
  });
}

/**
 * Emails the administrators about webhooks that have only failed for a day, and for two days, and pauses
 * those that have failed for three (decisions.md, 62). A webhook without attempts in the last day is left
 * alone: nothing has shown since then that it still fails.
 * @returns false, because one run handles all of them
 */
export async function handleFailingWebhooks(
  dependencies: Omit<FailingWebhookDependencies, 'log'>,
): Promise<boolean> {
  const { db, clock } = dependencies;
  const dayAgo = addSeconds(clock.now(), -DAY_SECONDS);
  const { failingSince, failureEmailedAt, disabledAt } = webhookTargets;
  const due = and(
    isNull(disabledAt),
    isNotNull(failingSince),
    lte(sql`coalesce(${failureEmailedAt}, ${failingSince})`, dayAgo.toISOString()),
    sql`exists (
      select from ${deliveries} delivery
      join ${deliveryAttempts} attempt on attempt.delivery_id = delivery.id
      where delivery.target_id = ${webhookTargets.id} and attempt.started_at > ${dayAgo.toISOString()}
    )`,
  );
  const ids = await db.select({ id: webhookTargets.id }).from(webhookTargets).where(due);
  for (const { id } of ids) {
    await db.transaction(async (tx) => {
      const [target] = await tx
        .select({
          id: webhookTargets.id,
          url: webhookTargets.url,
          emails: webhookTargets.failureEmails,
          programId: webhookTargets.programId,
          partnerId: programs.partnerId,
        })
        .from(webhookTargets)
        .innerJoin(programs, eq(programs.id, webhookTargets.programId))
        // Another process may have handled it, or be about to.
        .where(and(eq(webhookTargets.id, id), due))
        .for('no key update', { of: webhookTargets, skipLocked: true });
      if (target) await handleFailing(tx, dependencies, target);
    });
  }
  return false;
}

interface FailingTarget {
  id: number;
  url: string;
  emails: number;
  programId: number;
  partnerId: string;
}

async function handleFailing(
  tx: Queries,
  { clock, messages, publicUrl }: Omit<FailingWebhookDependencies, 'log'>,
  { id, url, emails, programId, partnerId }: FailingTarget,
): Promise<void> {
  const now = clock.now();
  if (emails >= MAX_EMAILS) {
    await pauseForFailures(tx, { id: programId, partnerId }, { id, url, now });
    return;
  }
  const failureEmails = emails + 1;
  await tx
    .update(webhookTargets)
    .set({ failureEmails, failureEmailedAt: now })
    .where(eq(webhookTargets.id, id));
  for (const { email, teamId, team } of await listAdministrators(tx, partnerId)) {
    await messages.enqueue(tx, {
      channel: 'email',
      to: email,
      subject: 'A webhook of your loyalty program is failing',
      text: [
        `${failureEmails === 1 ? 'Since yesterday' : 'For two days'}, no event could be delivered to ${url}.`,
        failureEmails === 1
          ? 'If it still fails in two days, we will pause it.'
          : 'If it still fails tomorrow, we will pause it. Events that happen while it is paused are not sent.',
        emailLink('See its deliveries', `${publicUrl}/teams/${teamId}/program/webhooks/${id}`),
        `You get this email because you are an administrator of ${nameInEmail(team)}.`,
      ].join('\n\n'),
    });
  }
}

/** Of the teams that see the program in the console. */
function listAdministrators(tx: Queries, partnerId: string) {
  return tx
    .select({ email: users.email, teamId: teams.id, team: teams.name })
    .from(loyaltyConnections)
    .innerJoin(teams, eq(teams.id, loyaltyConnections.teamId))
    .innerJoin(memberships, eq(memberships.teamId, teams.id))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(loyaltyConnections.partnerId, partnerId),
        isNull(loyaltyConnections.baseUrl),
        eq(roles.canAdminister, true),
      ),
    )
    .orderBy(users.id);
}
