import { beforeEach, expect, test } from 'vitest';
import { besideAdvocacy } from '#services/admin/testing/admin-scene.ts';
import { grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('admin teams and roles', (store) => {
  const scene = besideAdvocacy(store);
  let teamId: number;
  let userId: number;
  let email: string;
  let serial = 0;

  beforeEach(async () => {
    serial += 1;
    email = `person-${serial}@example.com`;
    const person = ['people', 'create', email, '--name', 'Ada', '--generate-password'];
    ({ id: userId } = (await scene.admin.json(person)) as { id: number });
    const team = ['teams', 'create', `Team ${serial}`];
    ({ id: teamId } = (await scene.admin.json(team)) as { id: number });
  });

  const roles = (...words: string[]) => ['roles', ...words, '--team', String(teamId)];
  const grant = (role: string) => scene.admin.done(roles('grant', email, '--role', role));

  /** What somebody with every scope may do in the team: read its domains, and add one. */
  async function may(): Promise<[read: number, write: number]> {
    const scopes = ['domains:read', 'domains:write'];
    const token = await grantAccessToken(store.db, scene.service.clock, { userId, scopes });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/vnd.api+json',
    };
    const url = `${scene.service.baseUrl}/v2/teams/${teamId}/domains`;
    const body = JSON.stringify({ data: { type: 'domain', attributes: { name: 'not a name' } } });
    const read = await fetch(url, { headers });
    const write = await fetch(url, { method: 'POST', headers, body });
    return [read.status, write.status];
  }

  test('a team begins with a role that writes and one that reads, and has nobody', async () => {
    expect(await scene.admin.json(roles('list'))).toEqual([
      expect.objectContaining({ name: 'Administrator', can_write: true, people: 0 }),
      expect.objectContaining({ name: 'Viewer', can_write: false, people: 0 }),
    ]);
    expect(await may()).toEqual([403, 403]);
  });

  test('a grant holds at the next request, in place of the one before, until it is revoked', async () => {
    await grant('Viewer');
    expect(await may()).toEqual([200, 403]);
    await grant('Administrator');
    expect(await may()).toEqual([200, 422]);
    expect(await scene.admin.json(['teams', 'show', String(teamId)])).toEqual([
      { email, name: 'Ada', role: 'Administrator' },
    ]);
    await scene.admin.done(roles('revoke', email));
    expect(await may()).toEqual([403, 403]);
    expect(await scene.admin.refused(roles('revoke', email))).toMatch(/is not a member of team/);
  });

  test('a role of one’s own, changed while it is held', async () => {
    await scene.admin.done(roles('create', 'Editor', '--new-domains', 'on'));
    await grant('Editor');
    expect(await may()).toEqual([200, 403]);
    await scene.admin.done(roles('update', 'Editor', '--writes', 'on'));
    expect(await may()).toEqual([200, 422]);
    expect(await scene.admin.json(roles('list'))).toContainEqual(
      expect.objectContaining({
        name: 'Editor',
        can_write: true,
        accesses_new_domains: true,
        people: 1,
      }),
    );
    expect(await scene.admin.refused(roles('create', 'Editor'))).toMatch(
      /already has a role Editor$/,
    );
    expect(await scene.admin.refused(roles('update', 'Editor'))).toMatch(/^Nothing to change/);
  });

  test('a role that somebody holds stays', async () => {
    await grant('Viewer');
    const deletion = roles('delete', 'Viewer', '--yes');
    expect(await scene.admin.refused(deletion)).toMatch(/^The role Viewer still has members/);
    await grant('Administrator');
    await scene.admin.done(deletion);
    expect(await scene.admin.json(roles('list'))).toHaveLength(1);
  });

  test('what is not there is said', async () => {
    expect(await scene.admin.refused(roles('grant', email, '--role', 'Boss'))).toBe(
      `Team ${teamId} has no role Boss; its roles are Administrator, Viewer`,
    );
    expect(await scene.admin.refused(roles('grant', 'x@example.com', '--role', 'Viewer'))).toMatch(
      /^There is no user/,
    );
    const nowhere = ['roles', 'grant', email, '--role', 'Viewer', '--team', '999999'];
    expect(await scene.admin.refused(nowhere)).toBe('There is no team 999999');
    expect(await scene.admin.refused(['teams', 'show', '999999'])).toBe('There is no team 999999');
    expect(await scene.admin.refused(['teams', 'rename', '999999', 'X'])).toBe(
      'There is no team 999999',
    );
    expect(await scene.admin.refused(['teams', 'create', ''])).toBe('name: Is required');
  });

  test('renames a team, and lists teams with how many people they have', async () => {
    await grant('Viewer');
    await scene.admin.done(['teams', 'rename', String(teamId), 'Harbour Coffee']);
    expect(await scene.admin.json(['teams', 'list'])).toContainEqual(
      expect.objectContaining({ id: teamId, name: 'Harbour Coffee', people: 1 }),
    );
  });
});
