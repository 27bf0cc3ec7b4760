import { beforeEach, expect, test } from 'vitest';
import {
  createLoyaltyFixture,
  createProgramFixture,
} from '#services/admin/testing/admin-fixture.ts';
import { startAdmin } from '#services/admin/testing/start-admin.ts';
import { inboxUrl, teamOfInbox } from '#services/gateway/gateway-addresses.ts';
import {
  findLoyaltyKeys,
  findWebhookSecret,
} from '#services/gateway/loyalty/loyalty-connections.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { batchEvents, startDueAttempts } from '#services/loyalty/testing/deliver.ts';
import { emitEvents } from '#services/loyalty/webhooks/emit-events.ts';
import { webhookSecretContext } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('admin connections', (store) => {
  const fixture = createLoyaltyFixture(store);
  const program = createProgramFixture(fixture);
  let teamId: number;
  let serial = 0;

  beforeEach(async () => {
    serial += 1;
    const team = await fixture.admin.runJson(['teams', 'create', `Team ${serial}`]);
    ({ id: teamId } = team as { id: number });
  });

  const connections = (subcommand: string, ...args: string[]) => [
    ...['connections', subcommand, String(teamId)],
    ...args,
  ];
  const connect = () => fixture.admin.runOk(connections('create', '--program', program.partnerId));
  const keys = async () => findLoyaltyKeys(store.db, fixture.admin.services.encryption, teamId);
  const secret = () => findWebhookSecret(store.db, fixture.admin.services.encryption, teamId);
  const works = async (apiKey = '') => {
    const headers = { 'api-key': apiKey, 'partner-id': program.partnerId };
    return (await fetch(`${fixture.service.baseUrl}/loyalty/members`, { headers })).ok;
  };
  /** URLs and secrets of the attempts to deliver the program's next event. */
  const nextAttempts = async () => {
    const { id: programId } = await getProgram(store.db, program.partnerId);
    const now = fixture.service.clock.now();
    const event = { programId, eventType: 'event_campaign_entered', now };
    await emitEvents(store.db, event, [{ member_info: {} }]);
    await batchEvents(store.db, now);
    const schedule = { retrySeconds: 300, maxAttempts: 5 };
    const all = await startDueAttempts(store.db, schedule, now);
    return all
      .filter((attempt) => attempt.programId === programId)
      .map(({ url, encryptedSecret }) => ({
        url,
        secret: fixture.admin.services.encryption.decrypt(
          encryptedSecret,
          webhookSecretContext(programId),
        ),
      }));
  };
  const inbox = () => `https://patron.example.com/gateway/teams/${teamId}/webhooks/loyalty`;

  test("create connects both ends with a key and a secret that aren't shown", async () => {
    const { stdout, stderr } = await connect();
    const { apiKey = '', baseUrl, partnerId: theirs } = (await keys()) ?? {};
    expect([baseUrl, theirs, await works(apiKey)]).toEqual([undefined, program.partnerId, true]);
    expect(await nextAttempts()).toEqual([{ url: inbox(), secret: await secret() }]);
    const shown = stdout + stderr + (await fixture.admin.runOk(['connections', 'list'])).stdout;
    const stored = JSON.stringify(await store.db.select().from(loyaltyConnections));
    for (const hidden of [apiKey, (await secret()) ?? '']) {
      expect(hidden).toMatch(/^patron_/);
      expect(shown).not.toContain(hidden);
      expect(stored).not.toContain(hidden);
    }
    expect(await fixture.admin.runJson(['connections', 'list'])).toContainEqual({
      team_id: teamId,
      partner_id: program.partnerId,
      base_url: null,
      inbox: inbox(),
    });
  });

  test('one of several concurrent connections of a team succeeds, the others leave nothing behind', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => fixture.admin.run(connections('create', '--program', program.partnerId))),
    );
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    const named = ['--program', program.partnerId];
    // The key of the fixture, and that of the one connection.
    expect(await fixture.admin.runJson(['api-keys', 'list', ...named])).toEqual([
      expect.objectContaining({ name: 'test' }),
      expect.objectContaining({ name: `gateway of team ${teamId}` }),
    ]);
    expect(await fixture.admin.runJson(['webhooks', 'list', ...named])).toHaveLength(1);
  });

  test('rotate changes both ends together and revokes the old key', async () => {
    await connect();
    const [oldKeys, oldSecret] = [await keys(), await secret()];
    await fixture.admin.runOk(connections('rotate'));
    const [newKeys, newSecret] = [await keys(), await secret()];
    expect(newSecret).not.toBe(oldSecret);
    expect(await Promise.all([works(oldKeys?.apiKey), works(newKeys?.apiKey)])).toEqual([
      false,
      true,
    ]);
    expect(await nextAttempts()).toEqual([{ url: inbox(), secret: newSecret }]);
  });

  test('delete removes the key and the webhook, and the team can be connected again', async () => {
    await connect();
    const old = await keys();
    expect(await fixture.admin.runError(connections('delete'))).toMatch(/Add --yes/);
    await fixture.admin.runOk(connections('delete', '--yes'));
    expect([await keys(), await works(old?.apiKey)]).toEqual([undefined, false]);
    expect(await nextAttempts()).toEqual([]);
    for (const args of [connections('rotate'), connections('delete', '--yes')]) {
      expect(await fixture.admin.runError(args)).toBe(`Team ${teamId} has no loyalty program`);
    }
    await connect();
  });

  test('create reads the key of an external program and shows a generated secret once', async () => {
    // Values of headers may contain spaces.
    const program = 'Their program (EU)';
    const args = connections('create', '--program', program, '--base-url', 'https://l.com/v2/');
    const { stdout, stderr } = await fixture.admin.runOk(args, { stdin: 'their-key\n\n' });
    expect(await keys()).toMatchObject({
      baseUrl: 'https://l.com/v2',
      partnerId: 'Their program (EU)',
      apiKey: 'their-key',
    });
    expect(stdout).toContain(inbox());
    expect(stdout).toContain(await secret());
    expect(stdout + stderr).not.toContain('their-key');
    await fixture.admin.runOk(connections('rotate'), { stdin: 'new-key\ntheir own secret\n' });
    expect([(await keys())?.apiKey, await secret()]).toEqual(['new-key', 'their own secret']);
    await fixture.admin.runOk(connections('delete', '--yes'));
    expect(await keys()).toBeUndefined();
  });

  test('create works when all programs and teams are external', async () => {
    const elsewhere = await startAdmin(store.storage, {
      ...fixture.service.dependencies,
      loyaltyUrl: 'https://loyalty.example.com/v2',
      hasTeams: false,
    });
    const args = ['connections', 'create', '900', '--program', 'theirs'];
    const stdin = 'their-key\ntheir own secret\n';
    expect(await elsewhere.runJson(args, { stdin })).toMatchObject({
      team_id: 900,
      base_url: 'https://loyalty.example.com/v2',
    });
    const stored = await findLoyaltyKeys(store.db, fixture.service.dependencies.encryption, 900);
    expect(stored).toMatchObject({ baseUrl: undefined, partnerId: 'theirs', apiKey: 'their-key' });
    await elsewhere.runOk(['connections', 'rotate', '900'], { stdin: 'new-key\nnew secret\n' });
    await elsewhere.runOk(['connections', 'delete', '900', '--yes']);
  });

  test('missing and invalid values are reported', async () => {
    const named = ['--program', program.partnerId];
    expect(await fixture.admin.runError(['connections', 'create', '999999', ...named])).toMatch(
      /no team/,
    );
    expect(await fixture.admin.runError(connections('create', '--program', 'nobody'))).toMatch(
      /no program/,
    );
    const elsewhere = connections('create', ...named, '--base-url');
    expect(await fixture.admin.runError([...elsewhere, 'l.com'])).toMatch(
      /^base_url: Must be the URL/,
    );
    expect(
      await fixture.admin.runError([...elsewhere, 'https://l.com/v2'], { stdin: '\n\n' }),
    ).toBe('api_key: Must be 1 to 1000 visible ASCII characters, with spaces only between them');
  });
});

test('teamOfInbox finds the team of an inbox URL at any host', () => {
  expect(teamOfInbox(inboxUrl('http://localhost:4180', 12))).toBe(12);
  for (const path of ['/', '/gateway/teams/x/webhooks/loyalty', '/gateway/teams/1/webhooks']) {
    expect(teamOfInbox(`https://hooks.example.com${path}`)).toBeUndefined();
  }
});
