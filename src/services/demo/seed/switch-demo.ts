import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { registerClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { oauthClients } from '#services/advocacy/oauth/clients/oauth-clients-table.ts';
import {
  endClientSessions,
  endUserSessions,
} from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { rotateConnection } from '#services/compose/connect-team.ts';
import { listInboxWebhooks } from '#services/compose/programs/inbox-webhooks.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { apiKeys, type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import { updateWebhookSecret } from '#services/loyalty/webhooks/targets/manage-webhooks.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import type { Log } from '#services/platform/log.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import { DEMO_USERS, type DemoUser, PARTNER_CLIENT } from './advocacy/users.ts';
import { demoState } from './demo-state-table.ts';
import { DEMO_PROGRAMS, type DemoProgram } from './loyalty/demo-programs.ts';

/** An arbitrary constant that all processes share. */
const DEMO_LOCK = 4_180_002;
const LOCK_POLL_MS = 100;

/** In place of the id of a demo user who was deleted. */
const NO_USER = 0;

const demoDigests = DEMO_PROGRAMS.map(({ apiKey }) => digest(apiKey));

interface Dependencies {
  db: Queries;
  clock: Clock;
  log: Log;
  encryption: Encryption;
}

/** Lets one of several starting processes change the demo data at a time. */
export async function lockDemo(tx: Queries): Promise<void> {
  // Creating the data may take longer than a statement may wait for a lock.
  while (!(await tryLock(tx))) await sleep(LOCK_POLL_MS);
}

async function tryLock(tx: Queries): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${DEMO_LOCK}) as locked`,
  );
  return one(rows).locked;
}

/**
 * Switches off what the demo left in a database that is now used without it, since its passwords and
 * keys are public: signs its users out and replaces their passwords, deletes its client, revokes its
 * API keys and replaces the secrets of its teams' connections.
 */
export async function switchOffDemo(dependencies: Dependencies & { db: Database }): Promise<void> {
  const { db, clock, log } = dependencies;
  // Almost every database never had a demo, and needs no lock.
  if (!(await findDemo(db))?.isOn) return;
  await db.transaction(async (tx) => {
    await lockDemo(tx);
    const demo = await findDemo(tx);
    if (!demo?.isOn) return;
    for (const [userId, { email }] of usersOf(demo.userIds)) {
      const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
      // Also the address: a link for a new password could be sent to one that a visitor has set.
      await tx
        .update(users)
        .set({ email, provenEmail: email, passwordHash })
        .where(eq(users.id, userId));
      await endUserSessions(tx, userId);
    }
    await tx.delete(oauthClients).where(eq(oauthClients.id, PARTNER_CLIENT.id));
    await endClientSessions(tx, PARTNER_CLIENT.id);
    for (const { program, demoProgram } of await listDemoConnections(tx)) {
      await rotateConnection({ ...dependencies, db: tx }, demoProgram.teamId, program);
    }
    await tx
      .update(apiKeys)
      .set({ revokedAt: clock.now() })
      .where(and(inArray(apiKeys.digest, demoDigests), isNull(apiKeys.revokedAt)));
    await saveState(tx, demo.userIds, false);
    log.warn(
      { users: demo.userIds.length },
      "the demo is off: its users, client and keys don't work any more; PATRON_DEMO=1 turns them on again",
    );
  });
}

/** Makes the documented sign-ins, client and keys work again after a start without the demo. */
export async function switchOnDemo(dependencies: Dependencies & { db: Database }): Promise<void> {
  const { db, encryption } = dependencies;
  await db.transaction(async (tx) => {
    await lockDemo(tx);
    const demo = await findDemo(tx);
    if (!demo) return;
    if (!demo.isOn) {
      for (const [userId, { password }] of usersOf(demo.userIds)) {
        const passwordHash = await hashPassword(password);
        await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
      }
      await registerClient(tx, PARTNER_CLIENT);
      await tx.update(apiKeys).set({ revokedAt: null }).where(inArray(apiKeys.digest, demoDigests));
      for (const { program, demoProgram } of await listDemoConnections(tx)) {
        const { teamId, webhookSecret: secret } = demoProgram;
        await saveLoyaltyConnection(tx, encryption, teamId, { ...demoProgram, baseUrl: undefined });
        const id = (await listInboxWebhooks(tx, program)).get(teamId);
        if (id === undefined) continue;
        await updateWebhookSecret(tx, encryption, program.id, { id, secret });
      }
    }
    await saveState(tx, demo.userIds, true);
  });
}

/** The demo's users and whether they work; undefined if the database has no demo data. */
async function findDemo(db: Queries): Promise<typeof demoState.$inferSelect | undefined> {
  const [state] = await db.select().from(demoState);
  if (state) return state;
  // Seeded just now, or by a version that didn't store the state.
  const emails = DEMO_USERS.map(({ email }) => email);
  const found = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, emails));
  if (found.length === 0) return undefined;
  const userIds = emails.map((email) => found.find((user) => user.email === email)?.id ?? NO_USER);
  return { id: 'demo', isOn: true, userIds };
}

async function saveState(tx: Queries, userIds: number[], isOn: boolean): Promise<void> {
  await tx
    .insert(demoState)
    .values({ isOn, userIds })
    .onConflictDoUpdate({ target: demoState.id, set: { isOn } });
}

/** The ids are in the order of `DEMO_USERS`. */
function usersOf(userIds: readonly number[]): [number, DemoUser][] {
  return DEMO_USERS.map((user, index) => [userIds[index] ?? NO_USER, user]);
}

/** The demo's programs whose teams are still connected to them. */
async function listDemoConnections(
  tx: Queries,
): Promise<{ program: Program; demoProgram: DemoProgram }[]> {
  const rows = await tx
    .select({ program: programs, teamId: loyaltyConnections.teamId })
    .from(programs)
    .innerJoin(loyaltyConnections, eq(loyaltyConnections.partnerId, programs.partnerId))
    .where(isNull(loyaltyConnections.baseUrl));
  return rows.flatMap(({ program, teamId }) =>
    DEMO_PROGRAMS.filter(
      (each) => each.partnerId === program.partnerId && each.teamId === teamId,
    ).map((demoProgram) => ({ program, demoProgram })),
  );
}
