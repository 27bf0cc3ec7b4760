import { beforeEach, expect, test } from 'vitest';
import { createAdvocacyFixture } from '#services/admin/testing/admin-fixture.ts';
import { teamRules } from '#services/advocacy/teams/team-rules-table.ts';
import { grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('admin teams and roles', (store) => {
  const fixture = createAdvocacyFixture(store);
  let teamId: number;
  let userId: number;
  let email: string;
  let serial = 0;

  beforeEach(async () => {
    serial += 1;
    email = `user-${serial}@example.com`;
    const user = ['people', 'create', email, '--name', 'Ada', '--generate-password'];
    ({ id: userId } = (await fixture.admin.runJson(user)) as { id: number });
    const team = ['teams', 'create', `Team ${serial}`];
    ({ id: teamId } = (await fixture.admin.runJson(team)) as { id: number });
  });

  const roles = (...args: string[]) => ['roles', ...args, '--team', String(teamId)];
  const grant = (role: string) => fixture.admin.runOk(roles('grant', email, '--role', role));

  /** Statuses of reading and adding a domain of the team, with all scopes. */
  async function domainStatuses(): Promise<[read: number, write: number]> {
    const scopes = ['domains:read', 'domains:write'];
    const token = await grantAccessToken(store.db, fixture.service.clock, { userId, scopes });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/vnd.api+json',
    };
    const url = `${fixture.service.baseUrl}/v2/teams/${teamId}/domains`;
    const body = JSON.stringify({ data: { type: 'domain', attributes: { name: 'not a name' } } });
    const read = await fetch(url, { headers });
    const write = await fetch(url, { method: 'POST', headers, body });
    return [read.status, write.status];
  }

  test('rules are shown, and their reset lets people in who are locked out', async () => {
    await grant('Administrator');
    await store.db
      .insert(teamRules)
      .values({ teamId, networks: ['192.0.2.0/24'], sessionHours: 8 });
    expect(await domainStatuses()).toEqual([403, 403]);
    const rules = ['teams', 'rules', String(teamId)];
    expect(await fixture.admin.runJson(rules)).toMatchObject({
      networks: ['192.0.2.0/24'],
      session_hours: 8,
    });
    expect(await domainStatuses()).toEqual([403, 403]);
    await fixture.admin.runOk([...rules, '--reset']);
    expect(await domainStatuses()).toEqual([200, 422]);
    expect(await fixture.admin.runJson(rules)).toEqual({
      second_step: 'optional',
      second_step_since: null,
      session_hours: null,
      networks: [],
      support_points_max: 1_000,
    });
    await fixture.admin.runError(['teams', 'rules', '999', '--reset']);
  });

  test('a new team has a role that can write, a read-only role and no users', async () => {
    expect(await fixture.admin.runJson(roles('list'))).toEqual([
      expect.objectContaining({ name: 'Administrator', can_write: true, people: 0 }),
      expect.objectContaining({ name: 'Viewer', can_write: false, people: 0 }),
    ]);
    expect(await domainStatuses()).toEqual([403, 403]);
  });

  test('a grant replaces the previous role and applies from the next request until it is revoked', async () => {
    await grant('Viewer');
    expect(await domainStatuses()).toEqual([200, 403]);
    await grant('Administrator');
    expect(await domainStatuses()).toEqual([200, 422]);
    expect(await fixture.admin.runJson(['teams', 'show', String(teamId)])).toEqual([
      { email, name: 'Ada', role: 'Administrator' },
    ]);
    await fixture.admin.runOk(roles('revoke', email));
    expect(await domainStatuses()).toEqual([403, 403]);
    expect(await fixture.admin.runError(roles('revoke', email))).toMatch(/is not a member of team/);
  });

  test('a custom role can be changed while users have it', async () => {
    await fixture.admin.runOk(roles('create', 'Editor', '--new-domains', 'on'));
    await grant('Editor');
    expect(await domainStatuses()).toEqual([200, 403]);
    await fixture.admin.runOk(roles('update', 'Editor', '--writes', 'on'));
    expect(await domainStatuses()).toEqual([200, 422]);
    expect(await fixture.admin.runJson(roles('list'))).toContainEqual(
      expect.objectContaining({
        name: 'Editor',
        can_write: true,
        accesses_new_domains: true,
        people: 1,
      }),
    );
    expect(await fixture.admin.runError(roles('create', 'Editor'))).toMatch(
      /already has a role Editor$/,
    );
    expect(await fixture.admin.runError(roles('update', 'Editor'))).toMatch(/^Nothing to change/);
  });

  test('a role that users have cannot be deleted', async () => {
    await grant('Viewer');
    const deletion = roles('delete', 'Viewer', '--yes');
    expect(await fixture.admin.runError(deletion)).toMatch(/^The role Viewer still has members/);
    await grant('Administrator');
    await fixture.admin.runOk(deletion);
    expect(await fixture.admin.runJson(roles('list'))).toHaveLength(1);
  });

  test('missing teams, roles and users are reported', async () => {
    expect(await fixture.admin.runError(roles('grant', email, '--role', 'Boss'))).toBe(
      `Team ${teamId} has no role Boss; its roles are Administrator, Viewer`,
    );
    expect(
      await fixture.admin.runError(roles('grant', 'x@example.com', '--role', 'Viewer')),
    ).toMatch(/^There is no user/);
    const nowhere = ['roles', 'grant', email, '--role', 'Viewer', '--team', '999999'];
    expect(await fixture.admin.runError(nowhere)).toBe('There is no team 999999');
    expect(await fixture.admin.runError(['teams', 'show', '999999'])).toBe(
      'There is no team 999999',
    );
    expect(await fixture.admin.runError(['teams', 'rename', '999999', 'X'])).toBe(
      'There is no team 999999',
    );
    expect(await fixture.admin.runError(['teams', 'create', ''])).toBe('name: Required');
  });

  test('teams can be renamed and are listed with their number of users', async () => {
    await grant('Viewer');
    await fixture.admin.runOk(['teams', 'rename', String(teamId), 'Harbour Coffee']);
    expect(await fixture.admin.runJson(['teams', 'list'])).toContainEqual(
      expect.objectContaining({ id: teamId, name: 'Harbour Coffee', people: 1 }),
    );
  });
});
