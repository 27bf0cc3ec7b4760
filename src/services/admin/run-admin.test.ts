import { describe, expect, test } from 'vitest';
import { DataDirectoryInUseError } from '#services/platform/data-directory.ts';
import { createAdminCommand } from './admin-command.ts';
import type { AdminContext } from './admin-context.ts';
import { runAdmin } from './run-admin.ts';

/** Runs words where the database must not be needed. */
async function run(words: string[], open: AdminContext['open'] = refuseToOpen) {
  const outcome = { output: '', said: '' };
  const context: AdminContext = {
    terminal: {
      print: (text) => {
        outcome.output += `${text}\n`;
      },
      say: (text) => {
        outcome.said += `${text}\n`;
      },
      askSecret: async () => '',
      confirm: async () => undefined,
      readInput: async () => '',
    },
    dataDirectory: '/nonexistent',
    workingDirectory: '/',
    open,
  };
  return { code: await runAdmin(words, context), ...outcome };
}

async function refuseToOpen(): Promise<never> {
  throw new Error('The database was opened');
}

const nouns = createAdminCommand({
  terminal: {} as AdminContext['terminal'],
  dataDirectory: '',
  workingDirectory: '',
  open: refuseToOpen,
}).commands;

describe('help, at every level and without a database', () => {
  test('of all of it, with every noun', async () => {
    const { code, output } = await run(['--help']);
    expect(code).toBe(0);
    expect(nouns.map((noun) => noun.name())).toEqual([
      ...['people', 'teams', 'roles', 'clients', 'programs', 'api-keys', 'tiers', 'activities'],
      ...['points', 'campaigns', 'webhooks', 'connections', 'keys'],
    ]);
    for (const noun of nouns) expect(output).toContain(`  ${noun.name()} `);
  });

  test.each(nouns.map((noun) => [noun.name(), noun] as const))('of %s', async (name, noun) => {
    const { code, output } = await run([name, '--help']);
    expect([code, noun.description()]).toEqual([0, expect.stringMatching(/./)]);
    for (const verb of noun.commands) {
      expect(output).toContain(`  ${verb.name()} `);
      const help = await run([name, verb.name(), '--help']);
      expect(help.code).toBe(0);
      expect(help.output).toContain(`Usage: npm run admin -- ${name} ${verb.name()}`);
      expect(verb.description()).not.toBe('');
      for (const option of verb.options) {
        expect(help.output).toContain(option.long);
        expect(option.description).not.toBe('');
        if (option.mandatory) expect(help.output).toContain('(required)');
      }
    }
  });
});

describe('what is not understood ends with 2, told on stderr', () => {
  test.each([
    [[], /^Usage: npm run admin/],
    [['people'], /^Usage: npm run admin -- people/],
    [['poeple', 'list'], /^error: unknown command 'poeple'\n\(Did you mean people\?\)/],
    [['people', 'lst'], /^error: unknown command 'lst'\n\(Did you mean list\?\)/],
    [['people', 'show'], /^error: missing required argument 'email'/],
    [['people', 'list', '--jsno'], /^error: unknown option '--jsno'/],
    [['people', 'list', 'x'], /^error: too many arguments/],
    [['people', 'set-password', 'a@b.c', '--password', 'x'], /^error: unknown option '--password'/],
    [['roles', 'list', '--team', 'one'], /It takes a whole number\./],
    [['tiers', 'list'], /^error: required option '--program <partner-id>' not specified/],
    [['programs', 'update', 'a', '--email-unique', 'yes'], /It takes on or off\./],
    [
      ['tiers', 'create', 'B', '--program', 'a', '--threshold', '1', '--translation', 'x'],
      /It takes a store language and a text/,
    ],
    [
      ['activities', 'create', 'b', '--program', 'a', '--multiplier', 'much'],
      /It takes a number\./,
    ],
  ])('%j', async (words, line) => {
    const { code, output, said } = await run(words);
    expect([code, output]).toEqual([2, '']);
    expect(said).toMatch(line);
  });
});

describe('what fails ends with 1 and one line', () => {
  const failing = (error: Error) => run(['people', 'list'], () => Promise.reject(error));

  test('the embedded database is another process’s', async () => {
    const error = new DataDirectoryInUseError('.data');
    expect(await failing(error)).toEqual({
      code: 1,
      output: '',
      said: 'error: The data directory .data is in use, and the embedded database accepts one process at a time: stop the services, run this again, and start them\n',
    });
  });

  test('the database goes away', async () => {
    const error = new Error('Failed query', {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    });
    expect((await failing(error)).said).toMatch(/^error: The database went away; [^\n]*\n$/);
  });

  test('a query fails: what the database said, and nothing of the values', async () => {
    const error = new Error('Failed query: insert into x\nparams: hunter2', {
      cause: new Error('value too long\nDETAIL: hunter2'),
    });
    expect((await failing(error)).said).toBe('error: value too long\n');
  });
});
