import { eq } from 'drizzle-orm';
import { processEvents } from '#services/gateway/inbox/process/process-events.ts';
import { envelope, signWebhook, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import type { TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Database } from '#services/platform/database/database.ts';

export const SECRET = 'patron-test-webhook-secret';

/** A member with a value in every field that can be set. */
export const PERSON = {
  member_id: 'ZQ-771',
  member_status: 'active',
  first_name: 'Zuzanna',
  last_name: 'Quillfeather',
  email_address: 'zuzanna.q@example.org',
  phone_number: '+15005550177',
  birthdate: '03/14/1987',
  anniversary_date: '09/23/2011',
  twitter_handle: 'zuzquill',
  instagram_handle: 'zuz.gram',
  preferred_language: 'Kashubian',
  address: {
    line1: '17 Quincunx Row',
    line2: 'Flat Zeta',
    city: 'Zwolle-Oost',
    state: 'Zeeland-Q',
    country: 'Zubrowka',
    postal_code: 'ZQ9 1XX',
  },
  member_tags: ['tag-zuz'],
  custom_attributes: { shoe: 'zize-forty-two' },
};
/** The API has no way to set it. */
const GENDER = 'zgender';
const REASON = 'Sorry about the broken zither';

/** What must not be found after the erasure. */
export const VALUES = Object.entries(PERSON)
  .filter(([field]) => field !== 'member_status')
  .flatMap(([, value]) => (typeof value === 'string' ? [value] : Object.values(value)))
  .concat(GENDER, REASON);

/** Attributes are JSON in a text (loyalty.md). */
export const INPUT = {
  ...PERSON,
  custom_attributes: JSON.stringify(PERSON.custom_attributes),
};

interface World {
  db: Database;
  gateway: TestJobs;
  programId: number;
}

const json = { 'content-type': 'application/json' };

/** Has everything in the product say something about the person. */
export async function leaveTraces({ db, gateway, programId }: World): Promise<void> {
  const send = async (path: string, body: unknown, headers: Record<string, string> = json) => {
    const response = await gateway.call(path, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const loyalty = '/teams/1/loyalty/v2/loyalty/members';
  await send(loyalty, INPUT);
  await send(`${loyalty}/${PERSON.member_id}?idParam=member_id`, { first_name: PERSON.first_name });
  await db.update(members).set({ gender: GENDER }).where(eq(members.memberId, PERSON.member_id));
  const [person] = await db.select().from(members).where(eq(members.memberId, PERSON.member_id));
  const referrer = { referrer_code: person?.referralCode };
  await send(loyalty, { member_id: 'FRIEND', member_status: 'active', ...referrer });
  await send(`/teams/1/points/${PERSON.member_id}`, { points: 40, reason: REASON });
  await gateway.update();

  const selection = { ids: [person?.serviceId] };
  await gateway.create({ kind: 'export', selection: { filter: {} } });
  await gateway.create({ kind: 'export', columns: ['first_name'], selection });
  await gateway.work();
  await gateway.create({ kind: 'change', selection, change: { add_tags: ['new'] } });
  await gateway.work();
  await send('/teams/1/jobs/import', importOf(PERSON), { 'content-type': 'text/csv' });
  await gateway.work();

  await receiveEvents(gateway, person?.serviceId ?? '');
  await sendEvents(db, programId, person?.serviceId ?? '');
}

const importOf = ({ member_id: id, first_name: first, email_address: email }: typeof PERSON) =>
  `member_id,first_name,email_address\r\n${id},${first},${email}\r\nOTHER,Olga,olga@example.org\r\n`;

/** An accepted request with two members, a rejected one, and an event with the service's id alone. */
async function receiveEvents({ url, dependencies }: TestJobs, serviceId: string): Promise<void> {
  const { email_address: email, ...rest } = PERSON;
  const receive = async (events: unknown[], secret: string, id: string) => {
    const body = envelope(events, { request_id: id });
    await fetch(`${url}/gateway/teams/1/webhooks/loyalty`, {
      method: 'POST',
      body,
      headers: signWebhook(body, dependencies.clock.now(), { secret }),
    });
  };
  const info = { ...rest, email_address: email };
  const friend = tierUpgrade('event-2', { member_id: 'FRIEND' });
  await receive([tierUpgrade('event-1', info), friend], SECRET, 'request-1');
  await receive([tierUpgrade('event-3', info)], 'wrong', 'request-2');
  await receive(
    [tierUpgrade('event-4', { id: serviceId, email_address: email })],
    SECRET,
    'request-3',
  );
  await processEvents(dependencies.db, dependencies.clock, dependencies.log);
}

async function sendEvents(db: Database, programId: number, serviceId: string): Promise<void> {
  const at = new Date('2026-01-31T12:00:00Z');
  const info = { ...PERSON, id: serviceId };
  const event = (id: string, member: object) => ({
    id,
    event_type: 'event_member_tierupgrade',
    data: { member_info: member },
  });
  const outbound = (eventId: string, member: object) => ({
    programId,
    eventId,
    eventType: 'event_member_tierupgrade',
    data: { member_info: member } as never,
    createdAt: at,
    batchedAt: at,
  });
  await db
    .insert(outboundEvents)
    .values([outbound('sent-1', info), outbound('sent-2', { member_id: 'FRIEND' })]);
  const [target] = await db
    .insert(webhookTargets)
    .values({ programId, url: 'https://receiver.example/hook', encryptedSecret: 'encrypted' })
    .returning();
  const events = [event('sent-1', info), event('sent-2', { member_id: 'FRIEND' })];
  const sent = db.insert(deliveries).values({
    targetId: target?.id ?? 0,
    requestId: 'sent-request',
    body: envelope(events),
    state: 'delivered',
    nextAttemptAt: at,
    createdAt: at,
  });
  const [delivery] = await sent.returning({ id: deliveries.id });
  await db.insert(deliveryAttempts).values({
    deliveryId: delivery?.id ?? 0,
    number: 1,
    startedAt: at,
    response: `Unknown user ${PERSON.email_address}`,
  });
}
