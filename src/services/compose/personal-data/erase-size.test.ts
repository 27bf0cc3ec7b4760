import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECTION_ENTRIES_MAX } from '#contract/gateway/personal-data.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { isReceivedAbout } from '#services/gateway/personal-data/inbox-data.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { isSentAbout } from '#services/loyalty/personal-data/webhooks-data.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { addMembers } from '#services/loyalty/testing/program.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { measureLoad } from '#services/platform/testing/event-loop-turns.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { hashOthers } from '#services/testing/database/aftermath.ts';
import { eraseDueMembers } from './erase-members.ts';
import { findTeamSubject, type Subject } from './find-subject.ts';
import { NEIGHBORS, SUBJECT } from './testing/neighbors.ts';
import { startErasures, type TestErasures } from './testing/start-erasures.ts';

const EVENTS_OF_ONE = 50_000;
/** Of each kind. With more in PATRON_TEST_ERASURE_EVENTS, times are measured. */
const EVENTS = Number(process.env.PATRON_TEST_ERASURE_EVENTS ?? EVENTS_OF_ONE);
const IS_MEASURED = EVENTS > EVENTS_OF_ONE;
/** Members that are erased to measure it. */
const MEASURED = Array.from({ length: IS_MEASURED ? 300 : 0 }, (_, index) => `measured-${index}`);
const DELETED_MEMBERS = 10_000;
const PAUSE_MAX_MS = 250;

describeBothStorages('an erasure among many events', (store) => {
  let erasures: TestErasures;
  let program: Program;

  beforeAll(async () => {
    erasures = await startErasures(store.storage);
    program = await erasures.connect(1);
    const added = await addMembers(store.db, program.id, [
      ...NEIGHBORS,
      SUBJECT,
      ...MEASURED.map((memberId) => ({ memberId })),
    ]);
    const first = NEIGHBORS.length + 1;
    await erasures.gateway.update();
    const textArray = (texts: string[]) =>
      sql`array[${sql.join(
        texts.map((text) => sql`${text}::text`),
        sql`, `,
      )}]`;
    const ids = textArray(added.map((row) => row.serviceId));
    const memberIds = textArray(added.map((row) => row.memberId));
    // The last 50,000 are the subject's, except for one of each neighbor. The others are of 5,000 members, most of
    // them unknown.
    const others = EVENTS - EVENTS_OF_ONE;
    const index = sql`case when number <= ${others}::int then ${first}::int + 1 + number % 5000
      else least(number - ${others}::int, ${first}::int) end`;
    const isKnown = sql`${index} <= ${added.length}::int`;
    const serviceId = sql`case when ${isKnown} then (${ids})[${index}] else 'S-' || ${index} end`;
    const memberId = sql`case when ${isKnown} then (${memberIds})[${index}] else 'M-' || ${index} end`;
    const data = sql`json_build_object('member_info', json_build_object(
      'id', ${serviceId}, 'first_name', repeat('x', 700)))`;
    // In parts, because a statement has a time limit.
    for (let from = 1; from <= EVENTS; from += EVENTS_OF_ONE) {
      const numbers = sql`generate_series(${from}::int, ${from + EVENTS_OF_ONE - 1}::int) number`;
      await store.db.execute(sql`
        insert into inbox_events (team_id, event_id, event_type, data, member_id, facts_at, delivery_id, received_at, state)
        select 1, 'e-' || number, 'event_member_tierupgrade', (${data})::text, ${memberId}, now(), 1, now(), 'processed'
        from ${numbers}`);
      await store.db.execute(sql`
        insert into loyalty_outbound_events (program_id, event_id, event_type, data, created_at)
        select ${program.id}::bigint, 's-' || number, 'event_member_tierupgrade', (${data})::jsonb, now()
        from ${numbers}`);
    }
    await store.db.execute(sql`analyze`);
  }, 280_000);
  afterAll(() => erasures?.close());

  test('reads its own entries by an index, also if the member has most of them', async () => {
    for (const memberId of ['ABC1', SUBJECT.memberId]) {
      const found = await findTeamSubject(erasures.dependencies, 1, { memberId });
      const subject = { ...(found as Subject), pseudonym: '' };
      const sent = store.db.select().from(outboundEvents).where(isSentAbout(store.db, subject));
      const received = store.db.select().from(inboxEvents).where(isReceivedAbout(subject));
      for (const query of [sent.limit(500), received.limit(500)]) {
        const { rows } = await store.db.execute(sql`explain ${query}`);
        const plan = JSON.stringify(rows);
        expect(plan).toMatch(/(inbox|loyalty_outbound)_events_service_id_index/);
        expect(plan).not.toMatch(/Seq Scan on (inbox|loyalty_outbound)_events|_pkey/);
      }
    }
  });

  /** @returns the time, and the longest processor time in which this thread did nothing else, in milliseconds */
  async function measure(act: () => Promise<unknown>) {
    const startedAt = performance.now();
    const { longestMs } = await measureLoad(act);
    return { ms: performance.now() - startedAt, pauseMs: longestMs };
  }

  /** Erases a member of team 1, and compares everything that is about others. */
  async function eraseAndCompare(memberId: string) {
    const [row] = await store.db.select().from(members).where(eq(members.memberId, memberId));
    const texts = [row?.serviceId ?? '', 'erased-'];
    // More rows take longer than a statement may.
    const hash = async () => (IS_MEASURED ? {} : hashOthers(store.db, texts));
    const before = await hash();
    let receipt: string | undefined;
    const { ms, pauseMs } = await measure(async () => {
      receipt = await erasures.erase(memberId);
    });
    expect(await hash()).toEqual(before);
    await expectFigures(store.db);
    const erasure = await erasures.service.findErasure(1, receipt ?? '');
    expect(erasure?.state).toBe('done');
    return { erased: erasure?.erased, ms, pauseMs };
  }

  test('of a member whose ID differs in its case changes nothing else', async () => {
    const { erased } = await eraseAndCompare('ABC1');
    expect(erased).toMatchObject({ inbox_events: 1, sent_events: 1 });
  }, 120_000);

  test.runIf(IS_MEASURED)(
    'takes as long as promised',
    async ({ annotate }) => {
      const { service, dependencies, loyalty, work } = erasures;
      const eraseTogether = async (memberIds: string[]) => {
        for (const memberId of memberIds) await service.erase(1, memberId);
        return measure(() => eraseDueMembers(dependencies));
      };
      const [first = '', ...others] = MEASURED.slice(0, 21);
      const alone = await eraseTogether([first]);
      const together = await eraseTogether(others);
      const ofMember = (together.ms - alone.ms) / (others.length - 1);

      const deleted = MEASURED.slice(21);
      await store.db
        .update(members)
        .set({ deletedAt: addSeconds(loyalty.clock.now(), -31 * DAY_SECONDS) })
        .where(inArray(members.memberId, deleted));
      const { ms, pauseMs } = await measure(work);
      const hours = ((ms / deleted.length) * DELETED_MEMBERS) / 3_600_000;

      const reads: number[] = [];
      for (let count = 0; count < 5; count++) {
        const { ms: readMs } = await measure(async () => {
          const document = await service.read(1, SUBJECT.memberId, SECTION_ENTRIES_MAX);
          expect(document?.complete).toBe(false);
        });
        reads.push(readMs);
      }
      // Other processes of the machine slow some of them down.
      const readMs = Math.min(...reads);
      const longestPause = Math.max(alone.pauseMs, together.pauseMs, pauseMs);
      await annotate(
        [
          `${EVENTS} received and ${EVENTS} sent events: a member ${Math.round(ofMember)} ms`,
          `the first of a batch ${Math.round(alone.ms)} ms`,
          `${deleted.length} deleted members ${Math.round(ms)} ms, so 10,000 in ${hours.toFixed(1)} h`,
          `longest pause ${Math.round(longestPause)} ms`,
          `personal data ${Math.round(readMs)} ms`,
        ].join(', '),
      );
      expect.soft(ofMember).toBeLessThan(1_000);
      expect.soft(hours).toBeLessThan(8);
      expect.soft(longestPause).toBeLessThan(PAUSE_MAX_MS);
      expect.soft(readMs).toBeLessThan(150);
    },
    290_000,
  );

  test('of a member with 50,000 events changes nothing else, without long pauses', async ({
    annotate,
  }) => {
    const { erased, ms, pauseMs } = await eraseAndCompare(SUBJECT.memberId);
    const count = EVENTS_OF_ONE - NEIGHBORS.length;
    expect(erased).toMatchObject({ inbox_events: count, sent_events: count });
    await annotate(
      `${2 * count} events ${Math.round(ms)} ms, longest pause ${Math.round(pauseMs)} ms`,
    );
    expect(pauseMs).toBeLessThan(PAUSE_MAX_MS);
  }, 240_000);
});
