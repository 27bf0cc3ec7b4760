import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disconnectTeam } from '#services/compose/connect-team.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { addTiers } from '#services/loyalty/testing/program.ts';
import { deleteTier } from '#services/loyalty/tiers/manage-tiers.ts';
import type { Tier } from '#services/loyalty/tiers/tiers-table.ts';
import { deleteWebhook } from '#services/loyalty/webhooks/targets/manage-webhooks.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { expectOthersUnchanged, expectRepeatable } from '#services/testing/database/aftermath.ts';
import { dumpDatabase } from '#services/testing/database/dump.ts';
import { createIsOfSubject, describeAmongNeighbors, NEIGHBORS } from './testing/neighbors.ts';

const JOBS = ['gateway_jobs', 'gateway_job_rows'];
const MEMBER = '/teams/1/loyalty/v2/loyalty/members/abc1?idParam=member_id';

// Erasures, copies, restores and upgrades have their own tests, which end with the same assertions.
describeAmongNeighbors('among members that resemble each other', (store, neighbors) => {
  const runJob = async (data: object) => {
    const { gateway } = neighbors.erasures;
    const job = await gateway.create({
      ...data,
      selection: { ids: [neighbors.subject.serviceId] },
    });
    await gateway.work();
    return job;
  };
  const isOfTeam = (_table: string, row: Record<string, unknown>) => row.team_id === 1;

  test('a deletion changes one of them', async () => {
    const remove = () => neighbors.erasures.gateway.call(MEMBER, { method: 'DELETE' });
    expect((await remove()).status).toBe(200);
    const changed = await expectOthersUnchanged(
      store.db,
      neighbors.backup,
      createIsOfSubject(neighbors.backup, neighbors.subject),
    );
    expect(changed).toEqual({
      audit_events: [0, 1],
      directory_members: [1, 0],
      loyalty_members: [1, 1],
    });
    await expectRepeatable(store.db, remove);
  });

  test('a job deletes one of them', async () => {
    const remove = () => runJob({ kind: 'delete' });
    await remove();
    const isOfSubject = createIsOfSubject(neighbors.backup, neighbors.subject);
    const changed = await expectOthersUnchanged(store.db, neighbors.backup, isOfSubject, JOBS);
    expect(changed).toMatchObject({ directory_members: [1, 0], loyalty_members: [1, 1] });
    await expectRepeatable(store.db, remove, JOBS);
  });

  test('the undo of a job gives back what it changed', async () => {
    const job = await runJob({ kind: 'change', change: { add_tags: ['abc1'] } });
    await neighbors.erasures.gateway.move(job, 'undo');
    await neighbors.erasures.gateway.work();
    const isOfSubject = createIsOfSubject(neighbors.backup, neighbors.subject);
    const changed = await expectOthersUnchanged(store.db, neighbors.backup, isOfSubject, JOBS);
    // The member and the directory have the time of the change.
    expect(changed).toMatchObject({ directory_members: [1, 1], loyalty_members: [1, 1] });
    const [member] = await store.db
      .select()
      .from(members)
      .where(eq(members.id, neighbors.subject.id));
    expect(member).toEqual({ ...neighbors.subject, modifiedAt: member?.modifiedAt });
    expect((await neighbors.erasures.gateway.post(`/${job.id}/undo`)).status).toBe(409);
  });

  test('the deletion of a webhook takes its deliveries along', async () => {
    const isOfProgram = eq(webhookTargets.programId, neighbors.program.id);
    const [target] = await store.db.select().from(webhookTargets).where(isOfProgram);
    const id = target?.id ?? 0;
    await deleteWebhook(store.db, neighbors.program.id, id);
    const changed = await expectOthersUnchanged(
      store.db,
      neighbors.backup,
      (table, row) =>
        row.target_id === id || (table === 'loyalty_webhook_targets' && row.id === id),
    );
    expect(changed).toEqual({
      loyalty_deliveries: [NEIGHBORS.length + 1, 0],
      loyalty_webhook_targets: [1, 0],
    });
    await expectRepeatable(store.db, () =>
      deleteWebhook(store.db, neighbors.program.id, id).catch(() => undefined),
    );
  });

  test('the deletion of a tier changes the members in it', async () => {
    const now = neighbors.erasures.loyalty.clock.now();
    const [gold, silver] = await addTiers(store.db, neighbors.program.id, {
      Gold: 100,
      Silver: 50,
    });
    if (!gold || !silver) throw new Error('There are no tiers');
    const isSubject = eq(members.id, neighbors.subject.id);
    await store.db.update(members).set({ tierId: gold.id }).where(isSubject);
    const before = await dumpDatabase(store.db);
    const remove = (moveTo: Tier | undefined) =>
      deleteTier(store.db, neighbors.program, { tier: gold, moveTo }, now);
    await expect(remove(undefined)).rejects.toThrow('has members');
    expect(await expectOthersUnchanged(store.db, before, () => false)).toEqual({});

    await remove(silver);
    const isOfSubject = createIsOfSubject(before, neighbors.subject);
    const changed = await expectOthersUnchanged(
      store.db,
      before,
      (table, row) => isOfSubject(table, row) || (table === 'loyalty_tiers' && row.id === gold.id),
    );
    expect(changed).toMatchObject({ loyalty_members: [1, 1], loyalty_tiers: [1, 0] });
    await expectRepeatable(store.db, () => remove(silver).catch(() => 0));
  });

  test('a team that is disconnected loses what it stored, and no other team does', async () => {
    const { clock } = neighbors.erasures.loyalty;
    const disconnect = () => disconnectTeam({ db: store.db, clock }, 1, neighbors.program);
    await disconnect();
    const ofJobs = new Set(
      neighbors.backup.gateway_jobs?.filter(({ team_id: id }) => id === 1).map(({ id }) => id),
    );
    const changed = await expectOthersUnchanged(
      store.db,
      neighbors.backup,
      (table, row) => isOfTeam(table, row) || ofJobs.has(row.job_id),
    );
    const tables = Object.keys(changed);
    expect(tables).toEqual(
      expect.arrayContaining([
        ...['directory_members', 'gateway_jobs', 'gateway_job_rows', 'inbox_deliveries'],
        ...['inbox_events', 'inbox_member_facts', 'inbox_replays', 'loyalty_connections'],
      ]),
    );
    expect(tables.filter((table) => /^loyalty_(members|point_transactions)$/.test(table))).toEqual(
      [],
    );
    await expectRepeatable(store.db, disconnect);
  });
});
