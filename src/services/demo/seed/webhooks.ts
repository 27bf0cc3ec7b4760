import { createHmac } from 'node:crypto';
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import { WEBHOOK_RETRY_SECONDS } from '#contract/loyalty/webhooks.ts';
import { MalformedDeliveryError, readDelivery } from '../../gateway/inbox/delivery.ts';
import { keepDelivery } from '../../gateway/inbox/keep-delivery.ts';
import { type IncomingRequest, keepRefused } from '../../gateway/inbox/keep-refused.ts';
import { processEvents } from '../../gateway/inbox/process-events.ts';
import { findSignatureProblem } from '../../gateway/inbox/signature.ts';
import { findMembersWhere } from '../../loyalty/members/members-store.ts';
import { members } from '../../loyalty/members/members-table.ts';
import { programs } from '../../loyalty/programs/programs-table.ts';
import { toMemberInfo } from '../../loyalty/webhooks/member-info.ts';
import { webhookEvents } from '../../loyalty/webhooks/webhook-events-table.ts';
import { webhookAttempts, webhookRequests } from '../../loyalty/webhooks/webhook-requests-table.ts';
import { webhookTargets } from '../../loyalty/webhooks/webhook-targets-table.ts';
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { createPastDeliveries, type PastDelivery } from './past-deliveries.ts';
import { createRandom } from './random.ts';

/** The members that events are about are among the program's first. */
const CAST = 120;

interface SeedOptions {
  now: Date;
  log: Log;
  teamId: number;
  partnerId: string;
  secret: string;
}

/** One thing that reached the inbox, and when. */
interface Arrival {
  at: Date;
  keep: (incoming: Omit<IncomingRequest, 'body' | 'nonce' | 'signature'>) => Promise<void>;
}

/**
 * Fills a program's log of sent webhooks and its team's inbox with the last nine days: what was
 * taken, what came twice, and the mistakes that people make when they try the address out.
 */
export async function seedWebhooks(db: Queries, options: SeedOptions): Promise<void> {
  const { now, log, teamId, partnerId } = options;
  const [program] = await db.select().from(programs).where(eq(programs.partnerId, partnerId));
  if (!program) throw new Error(`There is no program of ${partnerId}`);
  const deliveries = createPastDeliveries(createRandom(4181), await castOf(db, program), now);
  await seedSent(db, program.id, deliveries);
  const arrivals = [
    ...deliveries.flatMap((delivery) => arrivalsOf(db, delivery, options)),
    ...mistakesOf(db, deliveries, options),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at, keep } of arrivals) {
    await keep({ teamId, receivedAt: at });
    const processedAt = addSeconds(at, 1);
    while (await processEvents(db, { now: () => processedAt }, log));
  }
}

async function castOf(db: Queries, program: typeof programs.$inferSelect) {
  const rows = await findMembersWhere(
    db,
    and(
      eq(members.programId, program.id),
      eq(members.status, 'active'),
      or(gt(members.qualifiedPoints, 0), gt(members.purchases, 0)),
      inArray(
        members.memberId,
        Array.from({ length: CAST }, (_, n) => `M-${String(n + 1).padStart(6, '0')}`),
      ),
    ),
  );
  const everybody = rows.map((row) => toMemberInfo(row, program));
  const upgraded = rows
    .filter(({ member, tier }) => tier && tier.name !== 'Bronze' && member.qualifiedPoints > 0)
    .map((row) => toMemberInfo(row, program));
  return { everybody, upgraded };
}

/** The program's own log: every delivery ended well, some at the second attempt. */
async function seedSent(
  db: Queries,
  programId: number,
  deliveries: readonly PastDelivery[],
): Promise<void> {
  const [target] = await db
    .select({ id: webhookTargets.id })
    .from(webhookTargets)
    .where(eq(webhookTargets.programId, programId))
    .orderBy(asc(webhookTargets.id));
  if (!target) throw new Error('The program has no webhook');
  for (const { at, requestId, body, events, isRepeated } of deliveries) {
    await db.insert(webhookEvents).values(
      events.map(({ id, event_type, data }) => ({
        programId,
        eventId: id,
        eventType: event_type,
        data,
        createdAt: at,
        batchedAt: at,
      })),
    );
    const again = addSeconds(at, WEBHOOK_RETRY_SECONDS);
    const lost = { number: 1, startedAt: at, endedAt: again, error: 'No answer within 10 s' };
    const attempts = isRepeated
      ? [lost, { number: 2, startedAt: again, endedAt: again, status: 200 }]
      : [{ number: 1, startedAt: at, endedAt: at, status: 200 }];
    const [request] = await db
      .insert(webhookRequests)
      .values({
        targetId: target.id,
        requestId,
        body,
        state: 'delivered',
        attempts: attempts.length,
        nextAttemptAt: again,
        createdAt: at,
      })
      .returning({ id: webhookRequests.id });
    const webhookRequestId = request?.id as number;
    await db
      .insert(webhookAttempts)
      .values(attempts.map((attempt) => ({ ...attempt, webhookRequestId })));
  }
}

function arrivalsOf(
  db: Queries,
  { at, body, isRepeated }: PastDelivery,
  { secret }: SeedOptions,
): Arrival[] {
  const arrive = (moment: Date): Arrival => ({
    at: moment,
    keep: async (incoming) => {
      const bytes = Buffer.from(body);
      const signed = { ...incoming, ...sign(body, secret, moment), body: bytes };
      await keepDelivery(db, signed, readDelivery(bytes, moment));
    },
  });
  return isRepeated ? [arrive(at), arrive(addSeconds(at, WEBHOOK_RETRY_SECONDS))] : [arrive(at)];
}

/** Somebody tries the address out with their own tools, and goes wrong in the ways that people do. */
function mistakesOf(
  db: Queries,
  deliveries: readonly PastDelivery[],
  { now, secret }: SeedOptions,
): Arrival[] {
  const body = deliveries.at(-2)?.body ?? '{}';
  const wrongly = (
    daysAgo: number,
    spoil: (signed: Signed, at: Date) => Signed & { body: string },
  ): Arrival => ({
    at: addSeconds(now, -daysAgo * DAY_SECONDS - 2_000),
    keep: async (incoming) => {
      const { receivedAt } = incoming;
      const spoilt = spoil(sign(body, secret, receivedAt), receivedAt);
      const request = { ...incoming, ...spoilt, body: Buffer.from(spoilt.body) };
      const problem = findSignatureProblem(request, secret, receivedAt);
      if (!problem) throw new Error('There is nothing wrong with it');
      await keepRefused(db, request, problem.verdict, problem.reason);
    },
  });
  const signedAt = (nonce: string) => ({ body, ...signWith(body, secret, nonce) });
  return [
    wrongly(6, (signed) => ({ ...signed, body: JSON.stringify(JSON.parse(body), null, 2) })),
    wrongly(5.9, (signed) => ({ ...signed, body: `${body}\n` })),
    wrongly(5.8, (_signed, at) => signedAt(String(Math.floor(at.getTime() / 1000)))),
    wrongly(5.7, (_signed, at) => signedAt(String(at.getTime() - 3_600_000))),
    {
      at: addSeconds(now, -5.6 * DAY_SECONDS),
      keep: async (incoming) => {
        const text = '{"events": "none"}';
        const signed = { ...incoming, ...sign(text, secret, incoming.receivedAt) };
        const bytes = Buffer.from(text);
        try {
          readDelivery(bytes, incoming.receivedAt);
        } catch (error) {
          if (!(error instanceof MalformedDeliveryError)) throw error;
          await keepRefused(db, { ...signed, body: bytes }, 'malformed', error.message);
        }
      },
    },
    {
      at: addSeconds(now, -5.5 * DAY_SECONDS),
      keep: async (incoming) => {
        const signed = { ...incoming, ...sign(body, secret, incoming.receivedAt) };
        const reason = 'The body has more than 1048576 bytes.';
        await keepRefused(db, { ...signed, body: undefined }, 'too_large', reason);
      },
    },
  ];
}

interface Signed {
  signature: string;
  nonce: string;
}

const sign = (body: string, secret: string, at: Date) =>
  signWith(body, secret, String(at.getTime()));

function signWith(body: string, secret: string, nonce: string): Signed {
  return {
    signature: createHmac('sha512', secret).update(`${body}:${nonce}`).digest('hex'),
    nonce,
  };
}
