import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember } from '#contract/loyalty/members/members.ts';
import { createClient } from '#services/loyalty/testing/client.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { startAdmin, type TestAdmin } from './testing/start-admin.ts';

const EMAIL = 'ada@example.com';
const URL = 'https://hooks.example.com/patron';
const PROGRAM = ['--program', 'acme'];
const SETTINGS = ['--name', 'Acme', '--referral-base-url', 'https://acme.test/'];
const CLIENT = ['app', '--name', 'App', '--redirect-uri', 'https://app.test/callback'];

const ONCE_SETTINGS = ['--name', 'Once', '--points', '5', '--rules', '-'];
const ONCE_RULE = {
  rule_type: 'Frequency',
  conditions: [{ frequency_value: '1', frequency_range: 'LIFETIME' }],
};

/** Creates what the commands below are about. */
const SETUP = [
  ['people', 'create', EMAIL, '--name', 'Ada'],
  ['teams', 'create', 'Northwind'],
  ['roles', 'grant', EMAIL, '--team', '1', '--role', 'Viewer'],
  ['clients', 'create', ...CLIENT],
  ['programs', 'create', 'acme', ...SETTINGS],
  ['tiers', 'create', 'Bronze', '--threshold', '5', ...PROGRAM],
  ['activities', 'create', 'hello', '--name', 'Hello', '--points', '5', ...PROGRAM],
  ['webhooks', 'create', URL, ...PROGRAM],
];

const UNCHANGED = [
  ['people', 'update', EMAIL, '--name', 'Ada', '--email', EMAIL],
  ['people', 'reset-factors', EMAIL],
  ['teams', 'rename', '1', 'Northwind'],
  ['teams', 'rules', '1'],
  ['teams', 'rules', '1', '--reset'],
  ['roles', 'update', 'Viewer', '--team', '1', '--writes', 'off'],
  ['roles', 'grant', EMAIL, '--team', '1', '--role', 'Viewer'],
  ['clients', 'update', ...CLIENT],
  ['programs', 'update', 'acme', ...SETTINGS],
  ['tiers', 'update', 'Bronze', '--threshold', '5', ...PROGRAM],
  ['activities', 'update', 'hello', '--points', '5', ...PROGRAM],
  ['activities', 'restore', 'hello', ...PROGRAM],
  ['webhooks', 'resume', '1', ...PROGRAM],
  ['points', 'earn', 'M-1', '--activity', 'once', ...PROGRAM],
  ['points', 'approve', 'M-1', ...PROGRAM],
];

describeStorages('admin command that changes nothing', (store) => {
  let admin: TestAdmin;
  let loyalty: TestLoyalty;

  beforeAll(async () => {
    loyalty = await startLoyalty(store.storage);
    admin = await startAdmin(store.storage, loyalty.dependencies);
    const stdin = 'a password of sixteen';
    for (const args of SETUP) await admin.runOk(args, { stdin });
    const key = (await admin.runJson(['api-keys', 'create', 'test', ...PROGRAM])) as {
      api_key: string;
    };
    const credentials = { 'api-key': key.api_key, 'partner-id': 'acme' };
    const client = createClient(loyalty.baseUrl, credentials);
    await client.call(createMember, { body: { member_id: 'M-1' } });
    await admin.runOk(['activities', 'create', 'once', ...ONCE_SETTINGS, ...PROGRAM], {
      stdin: JSON.stringify([ONCE_RULE]),
    });
    await admin.runOk(['points', 'earn', 'M-1', '--activity', 'once', ...PROGRAM]);
  });
  afterAll(() => loyalty.close());

  test.each(UNCHANGED)('says so and records no event: %s %s', async (...args) => {
    const before = await store.db.$count(auditEvents);
    const { stderr } = await admin.runOk(args);
    expect(stderr).toBe('Nothing changed.\n');
    expect(await store.db.$count(auditEvents)).toBe(before);
  });

  test('still prints the result', async () => {
    const args = ['tiers', 'update', 'Bronze', '--threshold', '5', ...PROGRAM];
    expect(await admin.runJson(args)).toMatchObject({ name: 'Bronze', threshold: 5 });
  });

  test('pauses a webhook only once', async () => {
    const pause = ['webhooks', 'pause', '1', ...PROGRAM];
    await admin.runOk(pause);
    loyalty.clock.advance(60);
    expect((await admin.runOk(pause)).stderr).toBe('Nothing changed.\n');
  });
});
