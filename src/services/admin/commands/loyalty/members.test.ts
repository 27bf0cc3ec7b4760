import { desc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createMember } from '#contract/loyalty/members/members.ts';
import {
  createLoyaltyFixture,
  createProgramFixture,
} from '#services/admin/testing/admin-fixture.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { erasures } from '#services/platform/personal-data/erasures-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('admin members (decisions.md, 63)', (store) => {
  const fixture = createLoyaltyFixture(store, { hasTeams: false });
  const program = createProgramFixture(fixture);
  let team = 0;

  beforeEach(async () => {
    team += 1;
    await fixture.admin.runOk(program.args('connections', 'create', String(team)));
    const body = { member_id: 'M-1', email_address: 'ada@example.org' };
    await program.client.call(createMember, { body });
  });

  const run = (subcommand: string, member = 'M-1', ...args: string[]) => [
    ...['members', subcommand, member, '--team', String(team), ...args],
  ];
  const newestEvent = async () =>
    (await store.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];

  test('export prints the document of the API, and records that it was read', async () => {
    const { stdout } = await fixture.admin.runOk(run('export'));
    expect(JSON.parse(stdout)).toMatchObject({
      member_id: 'M-1',
      sections: { profile: [{ email_address: 'ada@example.org' }] },
    });
    expect(await newestEvent()).toMatchObject({
      action: 'personal_data.download',
      actorKind: 'command',
      teamId: team,
    });
  });

  test('erase queues one erasure, however often it runs', async () => {
    const first = await fixture.admin.runJson(run('erase', 'M-1', '--yes'));
    const event = await newestEvent();
    expect(event).toMatchObject({ action: 'personal_data.erase', actorKind: 'command' });
    const { stdout, stderr } = await fixture.admin.runOk(run('erase', 'M-1', '--yes', '--json'));
    expect([JSON.parse(stdout), stderr.trim()]).toEqual([first, 'Nothing changed.']);
    expect((await newestEvent())?.id).toBe(event?.id);
    const queued = await store.db.select().from(erasures);
    expect(queued.filter(({ teamId }) => teamId === team)).toMatchObject([
      { receipt: (first as { receipt: string }).receipt, erasedAt: null },
    ]);
  });

  test('an unknown member is an error', async () => {
    const line = `Nothing is kept about a member nobody for team ${team}`;
    expect(await fixture.admin.runError(run('export', 'nobody'))).toBe(line);
    expect(await fixture.admin.runError(run('erase', 'nobody', '--yes'))).toBe(line);
  });
});
