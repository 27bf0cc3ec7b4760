import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createAdminCommand } from '#services/admin/admin-command.ts';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createTerminal } from '#services/admin/terminal.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';

const ALL = 'compose/personal-data/destructive-actions.test.ts';

/** Actions that remove or move data about members, and the test that ends with the assertions of `aftermath.ts`. */
const TESTS: Record<string, string> = {
  createJob: ALL,
  deleteMember: ALL,
  deleteWebhook: ALL,
  erasePersonalData: 'compose/personal-data/erase-neighbors.test.ts',
  removeMention: 'compose/personal-data/mentions.test.ts',
  undoJob: ALL,
  'backup restore': 'admin/commands/backup.test.ts',
  'connections delete': ALL,
  'database copy': 'process-tests/database-copy.test.ts',
  'members erase': 'compose/personal-data/erase-histories.test.ts',
  'tiers delete': ALL,
  'webhooks delete': ALL,
  // Not an operation or a command: starts of a newer version, also beside an older one.
  'an upgrade': 'process-tests/upgrade/upgrade.test.ts',
  'a rolling upgrade': 'process-tests/upgrade/rolling-upgrade.test.ts',
};

/** Actions that remove nothing about members. */
const OTHERS = [
  ...['deleteAccount', 'deleteAuthenticationFactor', 'deleteDomain', 'deleteExportToken'],
  ...[
    'deleteInvitation',
    'deletePasskey',
    'deleteSavedView',
    'endSession',
    'removePerson',
    'revokeApiKey',
  ],
  ...['activities restore', 'api-keys revoke', 'clients delete', 'people delete'],
  ...['roles delete', 'roles revoke'],
];

const terminal = createTerminal({
  input: new PassThrough(),
  output: new PassThrough(),
  errors: new PassThrough(),
});
const context = { terminal, environment: {} } as unknown as CommandContext;

async function listCommands(): Promise<string[]> {
  const { commands } = await createAdminCommand(context, undefined);
  const all = commands.map(async (command) => {
    const { commands: loaded } = await createAdminCommand(context, command.name());
    const found = loaded.find((each) => each.name() === command.name())?.commands ?? [];
    return found.map((each) => `${command.name()} ${each.name()}`);
  });
  return (await Promise.all(all)).flat();
}

test('every operation and command that destroys something is known, with its test or as one without members', async () => {
  const operations = contractEndpoints
    .filter(({ endpoint: { method, id } }) => method === 'DELETE' || id === 'erasePersonalData')
    .map(({ endpoint }) => endpoint.id);
  const commands = (await listCommands()).filter((name) =>
    / (delete|erase|restore|copy|revoke)$/.test(name),
  );
  const jobs = ['createJob', 'undoJob'];
  const upgrades = ['a rolling upgrade', 'an upgrade'];
  const known = [...Object.keys(TESTS), ...OTHERS].sort();
  expect(known).toEqual([...operations, ...commands, ...jobs, ...upgrades].sort());
});

test.each(Object.entries(TESTS))('%s ends with the assertions in %s', (_action, file) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  expect(text).toMatch(/await expect(Figures|OthersUnchanged)\(/);
});
