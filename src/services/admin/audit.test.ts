import { PassThrough } from 'node:stream';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember } from '#contract/loyalty/members/members.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { domainCertificates } from '#services/advocacy/domains/certificates/certificates-table.ts';
import { teamRules } from '#services/advocacy/teams/team-rules-table.ts';
import { addPendingDomain } from '#services/advocacy/testing/domains/pending-domain.ts';
import { addMember, createTeam } from '#services/advocacy/testing/sign-in.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { createClient } from '#services/loyalty/testing/client.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { createAdminCommand } from './admin-command.ts';
import type { CommandContext } from './admin-context.ts';
import { createTerminal } from './terminal.ts';
import { startAdmin, type TestAdmin } from './testing/start-admin.ts';

const SECRET = 'a secret of sixteen characters';
const PROGRAM = ['--program', 'acme'];

/** Every changing command but those of keys (keys.test.ts) and domains, in an order in which each succeeds. */
const COMMANDS: [command: string, args: string[], stdin?: string][] = [
  ['people create', ['ada@example.com'], SECRET],
  ['people update', ['ada@example.com', '--name', 'Ada']],
  ['people set-password', ['ada@example.com'], SECRET],
  ['people sign-out', ['ada@example.com']],
  ['people reset-factors', ['ada@example.com']],
  ['people break-glass', ['ada@example.com']],
  ['people unlink', ['ada@example.com']],
  ['teams create', ['Northwind']],
  ['teams rename', ['1', 'Southwind']],
  ['teams rules', ['1', '--reset']],
  ['roles create', ['Editor', '--team', '1']],
  ['roles update', ['Editor', '--team', '1', '--writes', 'on']],
  ['roles grant', ['ada@example.com', '--team', '1', '--role', 'Editor']],
  ['roles revoke', ['ada@example.com', '--team', '1']],
  ['roles delete', ['Editor', '--team', '1', '--yes']],
  ['people delete', ['ada@example.com', '--yes']],
  ['clients create', ['shop', '--name', 'Shop', '--redirect-uri', 'https://shop.test/callback']],
  ['clients update', ['shop', '--name', 'The shop']],
  ['clients rotate-secret', ['shop']],
  ['clients delete', ['shop', '--yes']],
  ['programs create', ['acme', '--name', 'Acme', '--referral-base-url', 'https://acme.test/']],
  ['programs update', ['acme', '--name', 'Acme Rewards']],
  ['tiers create', ['Bronze', '--threshold', '0', ...PROGRAM]],
  ['tiers update', ['Bronze', '--name', 'Copper', ...PROGRAM]],
  ['tiers delete', ['Copper', '--yes', ...PROGRAM]],
  ['api-keys create', ['the shop', ...PROGRAM]],
  ['activities create', ['welcome', '--name', 'Welcome', '--points', '50', ...PROGRAM]],
  ['activities update', ['welcome', '--approval', 'manual', ...PROGRAM]],
  ['activities archive', ['welcome', ...PROGRAM]],
  ['activities restore', ['welcome', ...PROGRAM]],
  ['points earn', ['M-1', '--activity', 'welcome', ...PROGRAM]],
  ['points reject', ['M-1', ...PROGRAM]],
  ['points earn', ['M-1', '--activity', 'welcome', ...PROGRAM]],
  ['points approve', ['M-1', ...PROGRAM]],
  ['points deduct', ['M-1', '10', ...PROGRAM]],
  ['points redeem', ['M-1', '10', ...PROGRAM]],
  ['campaigns enter', ['spring', '--member', 'M-1', ...PROGRAM]],
  ['webhooks create', ['https://hooks.example.com/patron', ...PROGRAM]],
  ['webhooks rotate-secret', ['1', ...PROGRAM]],
  ['webhooks switch-secret', ['1', ...PROGRAM]],
  ['webhooks pause', ['1', ...PROGRAM]],
  ['webhooks resume', ['1', ...PROGRAM]],
  ['webhooks delete', ['1', '--yes', ...PROGRAM]],
  ['connections create', ['1', ...PROGRAM]],
  ['members erase', ['M-1', '--team', '1', '--yes']],
  ['connections rotate', ['1']],
  ['connections delete', ['1', '--yes']],
  ['api-keys revoke', ['1', '--yes', ...PROGRAM]],
];

/** What updates record of what they change. */
const CHANGES: Record<string, object[]> = {
  'people update': [{ field: 'name', before: expect.any(String), after: 'Ada' }],
  'people break-glass': [{ field: 'break_glass', before: false, after: true }],
  'teams rename': [{ field: 'name', before: 'Northwind', after: 'Southwind' }],
  'teams rules': [
    { field: 'second_step', before: 'required', after: 'optional' },
    { field: 'networks', before: ['192.0.2.0/24'], after: [] },
  ],
  'roles update': [
    { field: 'kind', before: 'viewer', after: 'manager' },
    { field: 'writes', before: false, after: true },
  ],
  'roles grant': [{ field: 'role', before: null, after: 'Editor' }],
  'roles revoke': [{ field: 'role', before: 'Editor', after: null }],
  'clients update': [{ field: 'name', before: 'Shop', after: 'The shop' }],
  'programs update': [{ field: 'name', before: 'Acme', after: 'Acme Rewards' }],
  'tiers update': [{ field: 'name', before: 'Bronze', after: 'Copper' }],
  'activities update': [{ field: 'approval', before: 'immediate', after: 'manual' }],
  'activities archive': [{ field: 'active', before: true, after: false }],
  'webhooks pause': [{ field: 'paused_at', before: null, after: expect.any(String) }],
  'points approve': [{ field: 'points', before: null, after: 50 }],
  'points deduct': [{ field: 'points', before: null, after: 10 }],
  'connections delete': [{ field: 'partner_id', before: 'acme', after: null }],
};

const terminal = createTerminal({
  input: new PassThrough(),
  output: new PassThrough(),
  errors: new PassThrough(),
});
const context = { terminal } as unknown as CommandContext;

async function listChangingCommands(): Promise<string[]> {
  const { commands } = await createAdminCommand(context, undefined);
  const names = commands.map((command) => command.name());
  const changing = names
    // A copy or backup of the database has the same audit log as the original.
    .filter((name) => !['keys', 'domains', 'database', 'backup'].includes(name))
    .map(async (name) => {
      const { commands: loaded } = await createAdminCommand(context, name);
      const subcommands = loaded.find((command) => command.name() === name)?.commands ?? [];
      return subcommands
        .map((subcommand) => subcommand.name())
        .filter((verb) => !['list', 'show', 'log', 'export', 'test'].includes(verb))
        .map((verb) => `${name} ${verb}`);
    });
  return (await Promise.all(changing)).flat();
}

describeStorages('audit events of the admin command (decisions.md, 47)', (store) => {
  let admin: TestAdmin;
  let loyalty: TestLoyalty;

  beforeAll(async () => {
    loyalty = await startLoyalty(store.storage);
    admin = await startAdmin(store.storage, loyalty.dependencies);
  });
  afterAll(() => loyalty.close());

  test('the commands below are all that change something', async () => {
    const changing = await listChangingCommands();
    const tested = new Set(COMMANDS.map(([command]) => command));
    expect([...tested].sort()).toEqual(changing.sort());
  });

  test('every changing command records one event, without secrets', async () => {
    for (const [command, args, stdin = SECRET] of COMMANDS) {
      const before = await store.db.$count(auditEvents);
      const { stdout } = await admin.runOk([...command.split(' '), ...args, '--json'], {
        stdin: `${stdin}\n${stdin}\n`,
      });
      const recorded = (await store.db.$count(auditEvents)) - before;
      expect({ command, recorded }).toEqual({ command, recorded: 1 });
      const [event] = await store.db
        .select()
        .from(auditEvents)
        .orderBy(desc(auditEvents.id))
        .limit(1);
      expect(event).toMatchObject({ actorKind: 'command', actorId: command });
      expect(JSON.stringify(event)).not.toContain(SECRET);
      const { changes } = event ?? {};
      expect({ command, changes }).toEqual({ command, changes: CHANGES[command] ?? changes });
      if (command === 'people create') await addWaysToSignIn('ada@example.com');
      if (command === 'teams rename') await addRules(1);
      if (command === 'api-keys create') await enroll(JSON.parse(stdout).api_key);
    }
  });

  /** Adds what `people reset-factors` and `people unlink` remove. */
  async function addWaysToSignIn(email: string): Promise<void> {
    const userId = (await findUserByEmail(store.db, email))?.id ?? 0;
    const identity = { issuer: 'https://login.example.com', subject: 'ada' };
    const createdAt = admin.services.clock.now();
    await store.db.insert(userIdentities).values({ userId, ...identity, createdAt });
    await store.db.insert(authenticationFactors).values({
      userId,
      type: 'out_of_band',
      channel: 'email',
      status: 'active',
      isDefault: true,
      createdAt,
    });
  }

  /** Adds what `teams rules --reset` removes. */
  async function addRules(teamId: number): Promise<void> {
    const secondStepSince = admin.services.clock.now();
    await store.db
      .insert(teamRules)
      .values({ teamId, secondStepSince, networks: ['192.0.2.0/24'] });
  }

  /** Creates the member that the commands of points need. */
  async function enroll(apiKey: string): Promise<void> {
    const credentials = { 'api-key': apiKey, 'partner-id': 'acme' };
    await createClient(loyalty.baseUrl, credentials).call(createMember, {
      body: { member_id: 'M-1', member_status: 'active' },
    });
  }

  test('a new attempt at a certificate records one event', async () => {
    const name = 'www.brand.test';
    const { id } = await addPendingDomain(store.db, { name, now: admin.services.clock.now() });
    const failed = { lastError: 'no address', attempts: 1 };
    const isOfDomain = eq(domainCertificates.domainId, id);
    await store.db.update(domainCertificates).set(failed).where(isOfDomain);
    expect(await recordedBy(() => admin.runOk(['domains', 'retry', name]))).toEqual([
      expect.objectContaining({ action: 'domain.retry_certificate', subjectName: name }),
    ]);
  });

  /** The events that a command records. */
  async function recordedBy(run: () => Promise<unknown>) {
    const before = await store.db.$count(auditEvents);
    await run();
    return (await store.db.select().from(auditEvents).orderBy(auditEvents.id)).slice(before);
  }

  test('what is done to a user is about their security, and in the log of the teams they leave', async () => {
    const email = 'ben@example.com';
    await admin.runOk(['people', 'create', email], { stdin: SECRET });
    const user = await findUserByEmail(store.db, email);
    await addWaysToSignIn(email);
    const team = await createTeam(store.db, 'Eastwind');
    await addMember(store.db, user?.id ?? 0, team.teamId, team.readerRoleId);
    const ofUser = expect.objectContaining({ userId: user?.id });
    expect(await recordedBy(() => admin.runOk(['people', 'sign-out', email]))).toEqual([ofUser]);
    expect(await recordedBy(() => admin.runOk(['people', 'reset-factors', email]))).toEqual([
      ofUser,
    ]);
    const removal = () => admin.runOk(['people', 'delete', email, '--yes']);
    expect(await recordedBy(removal)).toMatchObject([
      {
        action: 'person.delete',
        teamId: team.teamId,
        changes: [{ field: 'role', before: 'Viewer', after: null }],
      },
      {
        action: 'user.delete',
        changes: [{ field: 'email', before: email, after: null }, { field: 'name' }],
      },
    ]);
  });

  test('a rejected command changes and records nothing', async () => {
    const before = await store.db.$count(auditEvents);
    await admin.runError(['teams', 'rename', '99', 'None']);
    expect(await store.db.$count(auditEvents)).toBe(before);
  });
});
