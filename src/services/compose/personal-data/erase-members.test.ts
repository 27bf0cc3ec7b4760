import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, getTableName, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { processEvents } from '#services/gateway/inbox/process/process-events.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { envelope, signWebhook, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { updateContext } from '#services/platform/context.ts';
import { createLog } from '#services/platform/log.ts';
import { erasures as erasuresTable } from '#services/platform/personal-data/erasures-table.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import {
  dumpDatabase,
  dumpStatistics,
  findTexts,
  listTables,
  restoreDatabase,
} from '#services/testing/database/dump.ts';
import { applyErasureList } from './erasure-list.ts';
import { PERSONAL_DATA, TABLES_WITHOUT_MEMBERS } from './sections.ts';
import { leaveTraces, PERSON, SECRET, VALUES } from './testing/person.ts';
import { startErasures, type TestErasures } from './testing/start-erasures.ts';

const ANA = { kind: 'user', id: '5', name: 'Ana' } as const;

describeBothStorages('personal data (decisions.md, 63)', (store) => {
  let erasures: TestErasures;
  let { loyalty, gateway, service, dependencies: erasing, work } = {} as TestErasures;
  let directory: string;
  let programId: number;
  /** The id of the person at the loyalty service. */
  let personId: string;

  beforeAll(async () => {
    erasures = await startErasures(store.storage, {
      authorizeTeamMember: async () => {
        updateContext({ actor: ANA, teamId: 1 });
        return { teamId: 1, user: ANA, role: { kind: 'administrator' } };
      },
    });
    ({ loyalty, gateway, service, dependencies: erasing, work } = erasures);
    directory = erasing.dataDirectory;
    const { program, credentials } = await createProgram(store.db);
    programId = program.id;
    await saveLoyaltyConnection(store.db, loyalty.dependencies.encryption, 1, {
      baseUrl: undefined,
      partnerId: program.partnerId,
      apiKey: credentials['api-key'] ?? '',
      webhookSecret: SECRET,
    });
    await addMembers(
      store.db,
      program.id,
      Array.from({ length: 20 }, (_, index) => ({
        memberId: `M-${index}`,
        firstName: `N${index}`,
      })),
    );
    await leaveTraces({ db: store.db, gateway, programId });
  }, 60_000);
  afterAll(() => erasures?.close());

  const filesOf = () =>
    readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
  /** Where values of the person are: in tables, in the statistics, in files. */
  const findPerson = async () => {
    const files = {
      statistics: [{ text: await dumpStatistics(store.db) }],
      files: [{ text: filesOf() }],
    };
    return findTexts({ ...(await dumpDatabase(store.db)), ...files }, VALUES);
  };

  test('each table is erased, or has no data about members', async () => {
    const erased = PERSONAL_DATA.flatMap(({ tables }) => tables.map(getTableName));
    expect([...erased, ...TABLES_WITHOUT_MEMBERS].sort()).toEqual(await listTables(store.db));
  });

  test('the document has everything that is kept', async () => {
    const data = await service.read(1, PERSON.member_id);
    const filled = Object.entries(data?.sections ?? {}).filter(([, entries]) => entries.length > 0);
    expect(filled.map(([name]) => name).sort()).toEqual([
      'audit_events',
      'directory',
      'inbox_events',
      'job_rows',
      'points',
      'profile',
      'sent_events',
    ]);
    expect(data?.sections.profile).toEqual([
      expect.objectContaining({
        first_name: PERSON.first_name,
        address_line1: PERSON.address.line1,
      }),
    ]);
    expect(await service.read(1, 'nobody')).toBeUndefined();
  });

  test('no value of an erased person is found anywhere, also after an older backup is restored', async () => {
    const [person] = await store.db
      .select()
      .from(members)
      .where(eq(members.memberId, PERSON.member_id));
    personId = person?.serviceId ?? '';
    const backup = await dumpDatabase(store.db);
    const before = await findPerson();
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'audit_events',
        'directory_members',
        'directory_words',
        'gateway_job_chunks',
        'gateway_job_rows',
        'inbox_deliveries',
        'inbox_events',
        'inbox_member_facts',
        'loyalty_deliveries',
        'loyalty_members',
        'loyalty_outbound_events',
        'loyalty_point_transactions',
      ]),
    );
    const counted = await store.db.$count(auditEvents);
    const receipt = (await service.erase(1, PERSON.member_id))?.receipt ?? '';
    // A second request is the same erasure.
    expect((await service.erase(1, PERSON.member_id))?.receipt).toBe(receipt);
    expect(await service.findErasure(1, receipt)).toMatchObject({ state: 'running' });
    await work();

    expect(await findPerson()).toEqual({});
    const erasure = await service.findErasure(1, receipt);
    expect(erasure).toMatchObject({ state: 'done', erased: { profile: 1, inbox_events: 2 } });
    expect(findTexts({ receipt: [{ erasure }] }, VALUES)).toEqual({});
    expect(await service.read(1, PERSON.member_id)).toBeUndefined();
    expect(await service.findErasure(2, receipt)).toBeUndefined();
    // Who did what and when stays, and so do the points.
    expect(await store.db.$count(auditEvents)).toBe(counted + 1);
    const points = await store.db
      .select({ points: pointTransactions.points, reason: pointTransactions.reason })
      .from(pointTransactions)
      .innerJoin(members, eq(members.id, pointTransactions.memberId))
      .where(eq(members.memberId, `erased-${receipt}`));
    expect(points).toEqual([{ points: 40, reason: null }]);

    await restoreDatabase(store.db, backup);
    expect(Object.keys(await findPerson()).length).toBeGreaterThan(10);
    await applyErasureList({ ...erasing, log: silentLog }, directory);
    await work();
    expect(await findPerson()).toEqual({});
  }, 60_000);

  test('a late event of an erased member is stored without its values', async () => {
    const send = async (id: string, info: Record<string, string>, secret = SECRET) => {
      const friend = tierUpgrade(`${id}-friend`, { member_id: 'FRIEND' });
      const body = envelope([tierUpgrade(id, info), friend], { request_id: id });
      return fetch(`${gateway.url}/gateway/teams/1/webhooks/loyalty`, {
        method: 'POST',
        body,
        headers: signWebhook(body, loyalty.clock.now(), { secret }),
      });
    };
    const values = { member_id: PERSON.member_id, first_name: PERSON.first_name };
    expect((await send('late-1', values)).status).toBe(200);
    expect((await send('late-2', { ...values, id: personId })).status).toBe(200);
    expect((await send('late-3', values, 'wrong')).status).toBe(401);
    await processEvents(store.db, loyalty.clock, gateway.dependencies.log);
    expect(await findPerson()).toEqual({});
    const stored = await store.db.select().from(inboxEvents);
    const late = stored.filter(({ eventId }) => eventId.startsWith('late-'));
    expect(late.map(({ eventId, data, memberId }) => [eventId, data, memberId])).toEqual([
      ['late-1', '{}', null],
      ['late-1-friend', '{"member_info":{"member_id":"FRIEND"}}', 'FRIEND'],
      ['late-2', '{}', null],
      ['late-2-friend', '{"member_info":{"member_id":"FRIEND"}}', 'FRIEND'],
    ]);

    // Another spelling is another member, and so is another id.
    await send('other-1', { ...values, member_id: PERSON.member_id.toLowerCase() });
    await send('other-2', { ...values, id: 'another' });
    // The ID is in use again.
    const again = { memberId: PERSON.member_id, referralCode: 'again' };
    const modifiedAt = loyalty.clock.now();
    await addMembers(store.db, programId, [{ ...again, enrolledAt: modifiedAt, modifiedAt }]);
    loyalty.clock.advance(600);
    await gateway.update();
    await send('other-3', values);
    const others = (await store.db.select().from(inboxEvents)).filter(({ eventId }) =>
      /^other-\d$/.test(eventId),
    );
    expect(others.map(({ memberId, data }) => [memberId, data.includes('Zuzanna')])).toEqual([
      ['zq-771', true],
      ['ZQ-771', true],
      ['ZQ-771', true],
    ]);
  });

  test('a start says if the list of erasures is older than the database, and completes it', async () => {
    const messages: unknown[] = [];
    const log = createLog('info', { write: (line) => void messages.push(JSON.parse(line)) });
    const dataDirectory = temporaryDirectory();
    await applyErasureList({ ...erasing, log }, dataDirectory);
    const missing = await store.db.$count(erasuresTable, isNotNull(erasuresTable.erasedAt));
    const text = expect.stringContaining('erasures.jsonl is older than the database');
    expect(messages).toMatchObject([{ missing, msg: text }]);
    await applyErasureList({ ...erasing, log }, dataDirectory);
    expect(messages).toHaveLength(1);
  });

  test('deleted members are erased after some days', async () => {
    const day = 86_400_000;
    const deletedAt = (days: number) => new Date(erasing.clock.now().getTime() - days * day);
    await addMembers(store.db, programId, [
      { memberId: 'old', emailAddress: 'old@example.org', deletedAt: deletedAt(31) },
      { memberId: 'recent', emailAddress: 'recent@example.org', deletedAt: deletedAt(29) },
      // The member has come back.
      {
        memberId: 'back',
        emailAddress: 'back@example.org',
        firstName: 'Earlier',
        referralCode: 'R-earlier',
        deletedAt: deletedAt(31),
      },
      { memberId: 'back', emailAddress: 'back@example.org' },
    ]);
    await work();
    const rows = await store.db.select().from(members).where(eq(members.programId, programId));
    const emails = rows.map(({ emailAddress }) => emailAddress).filter((email) => email !== '');
    expect(emails.sort()).toEqual(['back@example.org', 'recent@example.org']);
    expect(rows.map(({ firstName }) => firstName)).not.toContain('Earlier');
  });
});
