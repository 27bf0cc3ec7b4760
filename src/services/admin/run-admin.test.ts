import { describe, expect, test } from 'vitest';
import { DataDirectoryInUseError } from '#services/platform/data-directory.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { createAdminCommand } from './admin-command.ts';
import type { AdminContext } from './admin-context.ts';
import { runAdmin } from './run-admin.ts';

/** Runs a command that must not open the database. */
async function run(args: string[], open: AdminContext['open'] = failToOpen) {
  const outcome = { stdout: '', stderr: '' };
  const context: AdminContext = {
    terminal: {
      print: (text) => {
        outcome.stdout += `${text}\n`;
      },
      printMessage: (text) => {
        outcome.stderr += `${text}\n`;
      },
      showProgress: () => undefined,
      askSecret: async () => '',
      confirm: async () => undefined,
      readInput: async () => '',
    },
    environment: readEnvironment({}),
    workingDirectory: '/',
    open,
  };
  return { code: await runAdmin(args, context), ...outcome };
}

async function failToOpen(): Promise<never> {
  throw new Error('The database was opened');
}

/** @param name the command whose subcommands are loaded */
async function listCommands(name?: string) {
  const context = {
    terminal: {} as AdminContext['terminal'],
    environment: readEnvironment({}),
    workingDirectory: '',
    read: failToOpen,
    change: failToOpen,
  };
  return (await createAdminCommand(context, name)).commands;
}

const commands = await listCommands();

describe('admin help, without a database', () => {
  test('lists every command', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    expect(commands.map((command) => command.name())).toEqual([
      ...['people', 'teams', 'roles', 'clients', 'domains', 'programs', 'api-keys', 'tiers'],
      ...['activities', 'points', 'members', 'campaigns', 'webhooks', 'connections', 'keys'],
      ...['database', 'backup', 'mail', 'doctor'],
    ]);
    for (const command of commands) expect(stdout).toContain(`  ${command.name()} `);
  });

  test.each(commands.map((command) => command.name()))(
    '%s --help shows its subcommands and options',
    async (name) => {
      const command = (await listCommands(name)).find((each) => each.name() === name);
      const { code, stdout } = await run([name, '--help']);
      expect([code, command?.description()]).toEqual([0, expect.stringMatching(/./)]);
      for (const subcommand of command?.commands ?? []) {
        expect(stdout).toContain(`  ${subcommand.name()} `);
        const help = await run([name, subcommand.name(), '--help']);
        expect(help.code).toBe(0);
        expect(help.stdout).toContain(`Usage: npm run admin -- ${name} ${subcommand.name()}`);
        expect(subcommand.description()).not.toBe('');
        for (const option of subcommand.options) {
          expect(help.stdout).toContain(option.long);
          expect(option.description).not.toBe('');
          if (option.mandatory) expect(help.stdout).toContain('(required)');
        }
      }
    },
  );
});

describe('a usage error exits with 2 and prints to stderr', () => {
  test.each([
    [[], /^Usage: npm run admin/],
    [['people'], /^Usage: npm run admin -- people/],
    [['poeple', 'list'], /^error: unknown command 'poeple'\n\(Did you mean people\?\)/],
    [['people', 'lst'], /^error: unknown command 'lst'\n\(Did you mean list\?\)/],
    [['people', 'show'], /^error: missing required argument 'email'/],
    [['people', 'list', '--jsno'], /^error: unknown option '--jsno'/],
    [['people', 'list', 'x'], /^error: too many arguments/],
    [['people', 'set-password', 'a@b.c', '--password', 'x'], /^error: unknown option '--password'/],
    [['roles', 'list', '--team', 'one'], /Must be a whole number\./],
    [['tiers', 'list'], /^error: required option '--program <partner-id>' not specified/],
    [['programs', 'update', 'a', '--email-unique', 'yes'], /Must be on or off\./],
    [
      ['tiers', 'create', 'B', '--program', 'a', '--threshold', '1', '--translation', 'x'],
      /Must be a store language and a text/,
    ],
    [['activities', 'create', 'b', '--program', 'a', '--multiplier', 'much'], /Must be a number\./],
  ])('%j', async (args, line) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
  });
});

describe('a failed command exits with 1 and prints one line', () => {
  const failing = (error: Error) => run(['people', 'list'], () => Promise.reject(error));

  test('the embedded database is in use by another process', async () => {
    const error = new DataDirectoryInUseError('.data');
    expect(await failing(error)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: The data directory .data is in use, and the embedded database accepts one process at a time: stop the services, run this command again, then start the services\n',
    });
  });

  test('the connection to the database is lost', async () => {
    const error = new Error('Failed query', {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    });
    expect((await failing(error)).stderr).toMatch(
      /^error: Lost the connection to the database. [^\n]*\n$/,
    );
  });

  test('a failed query shows the message of the database without the values', async () => {
    const error = new Error('Failed query: insert into x\nparams: hunter2', {
      cause: new Error('value too long\nDETAIL: hunter2'),
    });
    expect((await failing(error)).stderr).toBe('error: value too long\n');
  });
});
