import { PassThrough, Writable } from 'node:stream';
import type { AdminContext, AdminServices } from '#services/admin/admin-context.ts';
import { runAdmin } from '#services/admin/run-admin.ts';
import { createTerminal } from '#services/admin/terminal.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';

/** How a command ended, with all that it wrote. */
interface Outcome {
  code: number;
  /** What was asked for. */
  output: string;
  /** What was told beside it. */
  said: string;
}

type Stdin = { stdin?: string };

/** `npm run admin --` over a store of the test, as a script runs it. */
export interface TestAdmin {
  services: AdminServices;
  run(words: string[], given?: Stdin): Promise<Outcome>;
  /** @returns what a command answers with --json. @throws when it does not end well. */
  json(words: string[], given?: Stdin): Promise<unknown>;
  /** @throws when it does not end well. */
  done(words: string[], given?: Stdin): Promise<Outcome>;
  /** @returns the one line that a command refuses with. @throws when it does not. */
  refused(words: string[], given?: Stdin): Promise<string>;
}

/**
 * @param given what another service under test works with, so that both understand each other.
 * @param keys the keys of a data directory; else there are some, and no directory.
 */
export async function startAdmin(
  { db }: Pick<Storage, 'db'>,
  given: Partial<
    Pick<AdminServices, 'clock' | 'encryption' | 'publicUrl' | 'loyaltyUrl' | 'hasTeams' | 'demo'>
  > = {},
  keys?: Pick<AdminContext, 'dataDirectory'> & Pick<AdminServices, 'keyring'>,
): Promise<TestAdmin> {
  const keyring = keys?.keyring ?? (await createKeyring());
  const { encryption = createEncryption(keyring), clock = createTestClock() } = given;
  const services: AdminServices = {
    db,
    clock,
    keyring,
    encryption,
    messages: createMessages(clock, encryption),
    publicUrl: given.publicUrl ?? 'https://patron.example.com',
    loyaltyUrl: given.loyaltyUrl,
    hasTeams: given.hasTeams ?? true,
    demo: given.demo ?? false,
  };

  const run: TestAdmin['run'] = async (words, { stdin = '' } = {}) => {
    const outcome = { output: '', said: '' };
    const code = await runAdmin(words, {
      terminal: createTerminal({
        input: new PassThrough().end(stdin),
        output: writer((text) => {
          outcome.output += text;
        }),
        errors: writer((text) => {
          outcome.said += text;
        }),
      }),
      dataDirectory: keys?.dataDirectory ?? '/nonexistent',
      workingDirectory: process.cwd(),
      open: async () => services,
    });
    return { code, ...outcome };
  };
  const done: TestAdmin['done'] = async (words, stdin) => {
    const outcome = await run(words, stdin);
    if (outcome.code !== 0) throw new Error(`${words.join(' ')}: ${outcome.said}`);
    return outcome;
  };
  return {
    services,
    run,
    done,
    json: async (words, stdin) => JSON.parse((await done([...words, '--json'], stdin)).output),
    async refused(words, stdin) {
      const { code, output, said } = await run(words, stdin);
      if (code !== 1 || output !== '' || !/^error: [^\n]+\n$/.test(said)) {
        throw new Error(`Not refused in one line: ${code} ${output} ${said}`);
      }
      return said.slice('error: '.length).trimEnd();
    },
  };
}

function writer(write: (text: string) => void): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(chunk.toString());
      done();
    },
  });
}
