import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createApiDocuments } from '#services/testing/api-documents.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** Runs a tool of node_modules. */
async function run(directory: string, tool: string, ...args: string[]): Promise<void> {
  const command = [join(root, 'node_modules', tool), ...args];
  await promisify(execFile)(process.execPath, command, { cwd: directory }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${tool}:\n${stdout}${stderr}`);
    },
  );
}

describe('clients that orval generates', () => {
  test.each([...createApiDocuments()])(
    'compile: %s',
    async (name, text) => {
      const directory = temporaryDirectory();
      writeFileSync(join(directory, 'api.json'), text);
      writeFileSync(
        join(directory, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['client.ts', 'use.ts'] }),
      );
      writeFileSync(join(directory, 'use.ts'), USES[name] ?? '');
      const options = ['--input', 'api.json', '--output', 'client.ts', '--client', 'fetch'];
      await run(directory, 'orval/dist/bin/orval.mjs', ...options);
      await run(directory, 'typescript/bin/tsc', '-p', '.');
      expect(USES).toHaveProperty(name);
    },
    60_000,
  );
});

/** Code of a client, by the name of the API. */
const USES: Record<string, string> = {
  advocacy: `
    import { type ExchangeTokenBody, exchangeToken, listAccounts } from './client.ts';

    const body: ExchangeTokenBody = {
      grant_type: 'refresh_token',
      client_id: 'client',
      refresh_token: 'token',
    };
    export const scopeOf = ({ scope }: ExchangeTokenBody): string | undefined => scope;
    export async function firstName(): Promise<string | undefined> {
      const tokens = await exchangeToken(body);
      if (tokens.status !== 200) return undefined;
      const headers = { authorization: \`Bearer \${tokens.data.access_token}\` };
      const accounts = await listAccounts(1, { 'page[size]': 1 }, { headers });
      return accounts.status === 200 ? accounts.data.data[0]?.attributes.name : undefined;
    }`,
  loyalty: `
    import { listMembers } from './client.ts';

    export async function points(): Promise<number | undefined> {
      const members = await listMembers({ count: 1 });
      return members.status === 200 ? members.data.data.members[0]?.available_points : undefined;
    }`,
  gateway: `
    import { createJob } from './client.ts';

    const selection = { filter: { status: ['active'], 'attribute.color': 'red', points_min: 5 } };
    export async function jobId(): Promise<string | undefined> {
      const job = await createJob(1, { data: { kind: 'delete', selection } });
      return job.status === 202 ? job.data.data.id : undefined;
    }`,
};
