import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mentions } from '#contract/gateway/personal-data.ts';
import { savedViews } from '#services/advocacy/account/saved-views-table.ts';
import { addMember, createTeam, createUser } from '#services/advocacy/testing/sign-in.ts';
import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { expectOthersUnchanged } from '#services/testing/database/aftermath.ts';
import { compareDumps, dumpDatabase, restoreDatabase } from '#services/testing/database/dump.ts';
import { NEIGHBORS, SUBJECT } from './testing/neighbors.ts';
import { startErasures, type TestErasures } from './testing/start-erasures.ts';

const AT = new Date('2026-01-31T11:00:00Z');
const PATH = '/teams/1/personal-data/abc1/mentions';

/** Texts about others that name `abc1` and its address, and those that name its neighbors. */
const NAMING = ['For abc1', '(abc1), see note', 'Ask An@Example.org.'];
const OTHERS = [
  ...['For ABC1', 'abc12', 'xabc1', 'abc1-2', 'abc1@example.org', 'abc'],
  ...['susan@example.org', 's.an@example.org', 'an@example.org.uk', 'For An Li'],
];

describeBothStorages('mentions of a member elsewhere (decisions.md, 63)', (store) => {
  let erasures: TestErasures;
  let { gateway, service } = {} as TestErasures;
  let backup: Awaited<ReturnType<typeof dumpDatabase>>;

  beforeAll(async () => {
    erasures = await startErasures(store.storage, {
      hasIdToken: async ({ query }) => (query as { id_token?: string }).id_token === 'valid',
    });
    ({ gateway, service } = erasures);
    const reads = { scopes: ['teams:read'], canWrite: false };
    gateway.users.set('viewer', { ...reads, teamIds: [1] });
    gateway.users.set('two', { ...reads, teamIds: [2] });
    const user = await createUser(store.db, 'ana@example.org');
    for (const _each of [1, 2]) {
      const { teamId, writerRoleId } = await createTeam(store.db, 'Team');
      await addMember(store.db, user.userId, teamId, writerRoleId);
      const { program, credentials } = await createProgram(store.db);
      await gateway.connect(teamId, undefined, credentials);
      const [own, writer] = await addMembers(store.db, program.id, [
        { ...SUBJECT, customAttributes: { note: 'abc1' } },
        { memberId: 'writer', customAttributes: textsByName([...NAMING, ...OTHERS]) },
        ...NEIGHBORS.filter(({ memberId }) => memberId !== 'attribute'),
      ]);
      const ids = { own: own?.id ?? 0, writer: writer?.id ?? 0 };
      await writeTexts(teamId, program.partnerId, user.userId, ids);
    }
    backup = await dumpDatabase(store.db);
  }, 120_000);
  beforeEach(() => restoreDatabase(store.db, backup), 60_000);
  afterAll(() => erasures?.close());

  const textsByName = (texts: string[]) =>
    Object.fromEntries(texts.map((text, index) => [`note:${index}`, text]));

  async function writeTexts(
    teamId: number,
    partnerId: string,
    userId: number,
    { own, writer }: { own: number; writer: number },
  ) {
    const { db } = store;
    await addReasons(writer, [...NAMING, ...OTHERS]);
    await addReasons(own, NAMING);
    await db.insert(savedViews).values([
      { teamId, userId, name: 'Friends of abc1', search: 'q=abc12' },
      { teamId, userId, name: 'abc12', search: 'q=an%40example.org&sort=name' },
      { teamId, userId, name: 'Others', search: 'q=susan%40example.org' },
    ]);
    const job = { teamId, kind: 'import' as const, state: 'done' as const, userId: '5' };
    const files = ['members_abc1.csv', 'abc12.csv', 'xabc1.csv', 'ABC1.csv', null];
    await db.insert(gatewayJobs).values(
      files.map((fileName) => ({
        ...job,
        fileName,
        userName: 'Ana',
        createdAt: AT,
        changedAt: AT,
      })),
    );
    const change = {
      ...job,
      kind: 'change' as const,
      userName: 'Ana',
      createdAt: AT,
      changedAt: AT,
    };
    const texts = ['abc1', 'an@example.org', 'abc12'].map((text) => ({
      ...change,
      summary: JSON.stringify({
        filter: { q: text, 'attribute.x:y': text, referrer: text, country: 'US' },
        points_reason: `For ${text}`,
      }),
      change: JSON.stringify({ points: { points: 5, reason: `Sorry, ${text}!` } }),
    }));
    await db.insert(gatewayJobs).values(texts);
    const bodies = [
      'not JSON: abc1',
      'not JSON: abc12',
      '{"events":[{"data":{"member_info":{"member_id":"abc1"}}}]}',
    ];
    await db.insert(inboxDeliveries).values(
      bodies.map((body) => ({
        ...{ teamId, receivedAt: AT, verdict: 'malformed' as const, eventIds: [] },
        body: Buffer.from(body),
      })),
    );
    const event = { actorKind: 'user' as const, actorId: '5', actorName: 'Ana', at: AT, partnerId };
    const about = { action: 'member.update', subjectType: 'member', subjectName: 'Member' };
    const changes = [
      { field: 'note', before: 'For abc12', after: 'For abc1' },
      { field: 'referrer', before: null, after: 'abc1' },
    ];
    await db.insert(auditEvents).values([
      { ...event, ...about, subjectId: 'writer', changes },
      { ...event, ...about, subjectId: 'abc1', changes },
      { ...event, ...about, subjectId: 'writer', changes: [{ field: 'note', after: 'ABC1' }] },
    ]);
  }

  const addReasons = (memberId: number, reasons: string[]) =>
    store.db.insert(pointTransactions).values(
      reasons.map((reason) => ({
        ...{ memberId, kind: 'added' as const, points: 1, remaining: 1, occurredAt: AT, reason },
      })),
    );

  const list = async () => (await (await gateway.call(PATH)).json()) as Mentions;
  const remove = (id: string, token?: string) =>
    gateway.call(`${PATH}/${encodeURIComponent(id)}?id_token=valid`, {
      method: 'DELETE',
      ...(token === undefined ? {} : { token }),
    });

  test('are found as whole words, in texts about others that the team sees', async () => {
    const { data, complete } = await list();
    expect(complete).toBe(true);
    const texts = Object.groupBy(data, ({ kind }) => kind);
    const textsOf = (kind: string) => texts[kind]?.map(({ text }) => text);
    expect(textsOf('points_reason')).toEqual(NAMING);
    expect(textsOf('attribute')?.sort()).toEqual([...NAMING].sort());
    expect(textsOf('saved_view')).toEqual(['Friends of abc1', 'q=an%40example.org&sort=name']);
    expect(textsOf('file_name')).toEqual(['members_abc1.csv']);
    const ofJobs = ['abc1', 'an@example.org'].flatMap((each) => [
      each,
      each,
      `For ${each}`,
      `Sorry, ${each}!`,
    ]);
    expect(textsOf('job')).toEqual(ofJobs);
    expect(textsOf('request')).toEqual(['not JSON: abc1']);
    expect(textsOf('audit_event')).toEqual(['For abc1']);
    expect(data.every(({ removable }) => removable)).toBe(true);
    expect(data[0]?.link).toBe('/teams/1/members/writer');
    expect(compareDumps(backup, await dumpDatabase(store.db))).toEqual({});
  });

  test('are removed one by one, and nothing else', async () => {
    const { data } = await list();
    expect(data).toHaveLength(19);
    for (const { id, kind } of data) {
      await restoreDatabase(store.db, backup);
      expect([id, (await remove(id)).status]).toEqual([id, 204]);
      const changed = await expectOthersUnchanged(store.db, backup, () => true);
      const lost = Object.values(changed).reduce((sum, [count]) => sum + count, 0);
      expect([kind, lost]).toEqual([kind, 1]);
      const [event] = await store.db
        .select()
        .from(auditEvents)
        .orderBy(desc(auditEvents.id))
        .limit(1);
      expect(event).toMatchObject({
        ...{ action: 'personal_data.remove_mention', subjectId: 'abc1' },
        changes: [{ field: 'mention' }],
      });
      const left = (await list()).data;
      expect(left.map((mention) => mention.id)).toEqual(
        data.map((mention) => mention.id).filter((each) => each !== id),
      );
      expect((await remove(id)).status).toBe(404);
    }
    const [writer] = await store.db.select().from(members).where(eq(members.memberId, 'writer'));
    expect(Object.keys(writer?.customAttributes ?? {})).toHaveLength(NAMING.length + OTHERS.length);
  }, 60_000);

  test('are removed by administrators with an id_token alone', async () => {
    const id = (await list()).data[0]?.id ?? '';
    expect((await remove(id, 'viewer')).status).toBe(403);
    expect((await remove(id, 'two')).status).toBe(403);
    const unproven = await gateway.call(`${PATH}/${id}`, { method: 'DELETE' });
    expect(unproven.status).toBe(403);
    expect((await gateway.call(PATH, { token: 'two' })).status).toBe(403);
    const others = ['points_reason:999', 'points_reason:x', 'attribute:1:note', 'unknown:1', 'x'];
    for (const each of others) expect([each, (await remove(each)).status]).toEqual([each, 404]);
    expect(compareDumps(backup, await dumpDatabase(store.db))).toEqual({});
  });

  test('are listed up to 100, and all of them are counted by an erasure', async () => {
    const [writer] = await store.db.select().from(members).where(eq(members.memberId, 'writer'));
    await addReasons(
      writer?.id ?? 0,
      Array.from({ length: 200 }, (_, index) => `${index}: abc1`),
    );
    const { data, complete } = await list();
    expect([data.length, complete]).toEqual([100, false]);
    const receipt = (await service.erase(1, 'abc1'))?.receipt ?? '';
    await erasures.work();
    const erasure = await service.findErasure(1, receipt);
    expect(erasure).toMatchObject({ state: 'done', mentions: 219, remaining: [] });
    // Nothing was changed: without the address, those that have it are no longer found.
    const texts = (await store.db.select().from(pointTransactions)).filter(
      ({ reason, memberId }) => reason?.includes('abc1') && memberId === writer?.id,
    );
    expect(texts).toHaveLength(200 + 6);
  });
});
