import { beforeEach, expect, test } from 'vitest';
import { besideLoyalty, freshProgram } from '#services/admin/testing/admin-scene.ts';
import { startAdmin } from '#services/admin/testing/start-admin.ts';
import { inboxUrl, teamOfInbox } from '#services/gateway/gateway-addresses.ts';
import {
  findLoyaltyKeys,
  findWebhookSecret,
} from '#services/gateway/loyalty/loyalty-connections.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { batchEvents } from '#services/loyalty/webhooks/batch-events.ts';
import { startAttempts } from '#services/loyalty/webhooks/delivery-attempts.ts';
import { emitEvents } from '#services/loyalty/webhooks/emit-events.ts';
import { webhookSecretContext } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('admin connections', (store) => {
  const scene = besideLoyalty(store);
  const program = freshProgram(scene);
  let teamId: number;
  let serial = 0;

  beforeEach(async () => {
    serial += 1;
    const team = await scene.admin.json(['teams', 'create', `Team ${serial}`]);
    ({ id: teamId } = team as { id: number });
  });

  const connections = (verb: string, ...words: string[]) => [
    ...['connections', verb, String(teamId)],
    ...words,
  ];
  const connect = () => scene.admin.done(connections('create', '--program', program.partnerId));
  const keys = async () => findLoyaltyKeys(store.db, scene.admin.services.encryption, teamId);
  const secret = () => findWebhookSecret(store.db, scene.admin.services.encryption, teamId);
  const works = async (apiKey = '') => {
    const headers = { 'api-key': apiKey, 'partner-id': program.partnerId };
    return (await fetch(`${scene.service.baseUrl}/loyalty/members`, { headers })).ok;
  };
  /** What the program's next event is sent with. */
  const nextAttempts = async () => {
    const { id: programId } = await getProgram(store.db, program.partnerId);
    const now = scene.service.clock.now();
    const event = { programId, eventType: 'event_campaign_entered', now };
    await emitEvents(store.db, event, [{ member_info: {} }]);
    await batchEvents(store.db, now);
    const schedule = { retrySeconds: 300, maxAttempts: 5 };
    const all = await startAttempts(store.db, schedule, { now, limit: 10, busyTargets: [] });
    return all
      .filter((attempt) => attempt.programId === programId)
      .map(({ url, encryptedSecret }) => ({
        url,
        secret: scene.admin.services.encryption.decrypt(
          encryptedSecret,
          webhookSecretContext(programId),
        ),
      }));
  };
  const inbox = () => `https://patron.example.com/gateway/teams/${teamId}/webhooks/loyalty`;

  test('a program of this deployment: both ends know the key and the secret, nobody sees them', async () => {
    const { output, said } = await connect();
    const { apiKey = '', baseUrl, partnerId: theirs } = (await keys()) ?? {};
    expect([baseUrl, theirs, await works(apiKey)]).toEqual([undefined, program.partnerId, true]);
    expect(await nextAttempts()).toEqual([{ url: inbox(), secret: await secret() }]);
    const told = output + said + (await scene.admin.done(['connections', 'list'])).output;
    const kept = JSON.stringify(await store.db.select().from(loyaltyConnections));
    for (const hidden of [apiKey, (await secret()) ?? '']) {
      expect(hidden).toMatch(/^patron_/);
      expect(told).not.toContain(hidden);
      expect(kept).not.toContain(hidden);
    }
    expect(await scene.admin.json(['connections', 'list'])).toContainEqual({
      team_id: teamId,
      partner_id: program.partnerId,
      base_url: null,
      inbox: inbox(),
    });
  });

  test('a team has one program, whoever asks first; the other leaves nothing behind', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => scene.admin.run(connections('create', '--program', program.partnerId))),
    );
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    const named = ['--program', program.partnerId];
    // The program's own, and that of the one connection.
    expect(await scene.admin.json(['api-keys', 'list', ...named])).toEqual([
      expect.objectContaining({ name: 'test' }),
      expect.objectContaining({ name: `gateway of team ${teamId}` }),
    ]);
    expect(await scene.admin.json(['webhooks', 'list', ...named])).toHaveLength(1);
  });

  test('rotated, both ends change at once and the old key is refused', async () => {
    await connect();
    const [oldKeys, oldSecret] = [await keys(), await secret()];
    await scene.admin.done(connections('rotate'));
    const [newKeys, newSecret] = [await keys(), await secret()];
    expect(newSecret).not.toBe(oldSecret);
    expect(await Promise.all([works(oldKeys?.apiKey), works(newKeys?.apiKey)])).toEqual([
      false,
      true,
    ]);
    expect(await nextAttempts()).toEqual([{ url: inbox(), secret: newSecret }]);
  });

  test('taken away, the key and the webhook are gone too; it can be connected again', async () => {
    await connect();
    const old = await keys();
    expect(await scene.admin.refused(connections('delete'))).toMatch(/Say --yes/);
    await scene.admin.done(connections('delete', '--yes'));
    expect([await keys(), await works(old?.apiKey)]).toEqual([undefined, false]);
    expect(await nextAttempts()).toEqual([]);
    for (const words of [connections('rotate'), connections('delete', '--yes')]) {
      expect(await scene.admin.refused(words)).toBe(`Team ${teamId} has no loyalty program`);
    }
    await connect();
  });

  test('a program elsewhere: its key is read, and a secret is made for it and shown once', async () => {
    const words = connections('create', '--program', 'theirs', '--base-url', 'https://l.com/v2/');
    const { output, said } = await scene.admin.done(words, { stdin: 'their-key\n\n' });
    expect(await keys()).toEqual({
      baseUrl: 'https://l.com/v2',
      partnerId: 'theirs',
      apiKey: 'their-key',
    });
    expect(output).toContain(inbox());
    expect(output).toContain(await secret());
    expect(output + said).not.toContain('their-key');
    await scene.admin.done(connections('rotate'), { stdin: 'new-key\ntheir own secret\n' });
    expect([(await keys())?.apiKey, await secret()]).toEqual(['new-key', 'their own secret']);
    await scene.admin.done(connections('delete', '--yes'));
    expect(await keys()).toBeUndefined();
  });

  test('where all programs are elsewhere, or the teams are, the deployment says so', async () => {
    const elsewhere = await startAdmin(store.storage, {
      ...scene.service.dependencies,
      loyaltyUrl: 'https://loyalty.example.com/v2',
      hasTeams: false,
    });
    const words = ['connections', 'create', '900', '--program', 'theirs'];
    const stdin = 'their-key\ntheir own secret\n';
    expect(await elsewhere.json(words, { stdin })).toMatchObject({
      team_id: 900,
      base_url: 'https://loyalty.example.com/v2',
    });
    const kept = await findLoyaltyKeys(store.db, scene.service.dependencies.encryption, 900);
    expect(kept).toEqual({ baseUrl: undefined, partnerId: 'theirs', apiKey: 'their-key' });
    await elsewhere.done(['connections', 'rotate', '900'], { stdin: 'new-key\nnew secret\n' });
    await elsewhere.done(['connections', 'delete', '900', '--yes']);
  });

  test('what is not there, and what is not given, is said', async () => {
    const named = ['--program', program.partnerId];
    expect(await scene.admin.refused(['connections', 'create', '999999', ...named])).toMatch(
      /no team/,
    );
    expect(await scene.admin.refused(connections('create', '--program', 'nobody'))).toMatch(
      /no program/,
    );
    const elsewhere = connections('create', ...named, '--base-url');
    expect(await scene.admin.refused([...elsewhere, 'l.com'])).toMatch(
      /^base_url: Takes the address/,
    );
    expect(await scene.admin.refused([...elsewhere, 'https://l.com/v2'], { stdin: '\n\n' })).toBe(
      'api_key: Takes visible ASCII characters, and some',
    );
  });
});

test('an inbox is known by its address, at whatever host', () => {
  expect(teamOfInbox(inboxUrl('http://localhost:4180', 12))).toBe(12);
  for (const path of ['/', '/gateway/teams/x/webhooks/loyalty', '/gateway/teams/1/webhooks']) {
    expect(teamOfInbox(`https://hooks.example.com${path}`)).toBeUndefined();
  }
});
