import { PassThrough, Writable } from 'node:stream';
import type { AdminContext, AdminServices } from '#services/admin/admin-context.ts';
import { runAdmin } from '#services/admin/run-admin.ts';
import { createTerminal } from '#services/admin/terminal.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

type Stdin = { stdin?: string };

/** `npm run admin --` on the storage of a test, as a script runs it. */
export interface TestAdmin {
  services: AdminServices;
  run(args: string[], input?: Stdin): Promise<Outcome>;
  /** Runs with --json. @returns the parsed result. @throws if the command fails. */
  runJson(args: string[], input?: Stdin): Promise<unknown>;
  /** @throws if the command fails. */
  runOk(args: string[], input?: Stdin): Promise<Outcome>;
  /** @returns the error line. @throws unless the command fails with exit code 1 and one line. */
  runError(args: string[], input?: Stdin): Promise<string>;
}

/**
 * @param overrides dependencies to share with another service under test.
 * @param keys the keys of a data directory; default: new keys without a directory.
 * @param variables settings of the deployment
 */
export async function startAdmin(
  { db }: Pick<Storage, 'db'>,
  overrides: Partial<
    Pick<AdminServices, 'clock' | 'encryption' | 'publicUrl' | 'loyaltyUrl' | 'hasTeams' | 'demo'>
  > = {},
  keys?: { dataDirectory: string } & Pick<AdminServices, 'keyring'>,
  variables: Record<string, string> = {},
): Promise<TestAdmin> {
  const keyring = keys?.keyring ?? (await createKeyring());
  const { encryption = createEncryption(keyring), clock = createTestClock() } = overrides;
  const services: AdminServices = {
    db,
    clock,
    keyring,
    encryption,
    messages: createMessages(clock, encryption),
    publicUrl: overrides.publicUrl ?? 'https://patron.example.com',
    baseUrl: 'https://patron.example.com/api/advocacy',
    loyaltyUrl: overrides.loyaltyUrl,
    hasTeams: overrides.hasTeams ?? true,
    demo: overrides.demo ?? false,
  };

  const environment = readEnvironment({
    PATRON_DATA_DIR: keys?.dataDirectory ?? '/nonexistent',
    ...variables,
  });
  const run: TestAdmin['run'] = (args, { stdin = '' } = {}) =>
    runInTest(args, { environment, stdin, open: async () => services });
  const runOk: TestAdmin['runOk'] = async (args, input) => {
    const outcome = await run(args, input);
    if (outcome.code !== 0) throw new Error(`${args.join(' ')}: ${outcome.stderr}`);
    return outcome;
  };
  return {
    services,
    run,
    runOk,
    runJson: async (args, input) => JSON.parse((await runOk([...args, '--json'], input)).stdout),
    async runError(args, input) {
      const { code, stdout, stderr } = await run(args, input);
      if (code !== 1 || stdout !== '' || !/^error: [^\n]+\n$/.test(stderr)) {
        throw new Error(`Expected exit code 1 and one error line: ${code} ${stdout} ${stderr}`);
      }
      return stderr.slice('error: '.length).trimEnd();
    },
  };
}

/** Runs a command in this process, which is faster than starting another one. */
export async function runInTest(
  args: readonly string[],
  { stdin = '', ...context }: Stdin & Pick<AdminContext, 'environment' | 'open'>,
): Promise<Outcome> {
  const outcome = { stdout: '', stderr: '' };
  const code = await runAdmin(args, {
    ...context,
    terminal: createTerminal({
      input: new PassThrough().end(stdin),
      output: writer((text) => {
        outcome.stdout += text;
      }),
      errors: writer((text) => {
        outcome.stderr += text;
      }),
    }),
    workingDirectory: process.cwd(),
  });
  return { code, ...outcome };
}

function writer(write: (text: string) => void): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, runOk) {
      write(chunk.toString());
      runOk();
    },
  });
}
