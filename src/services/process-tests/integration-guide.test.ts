import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { signWebhook } from '#services/loyalty/webhooks/sending/sign-webhook.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const root = new URL('../../../', import.meta.url);
const guide = ['docs/integration.md', 'docs/webhooks.md']
  .map((page) => readFileSync(new URL(page, root), 'utf8'))
  .join('\n');

/** The code blocks of the guide. Those with a file name begin with it in a comment. */
const blocks = [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text = '']) => ({
  language,
  text,
  name: /^(?:\/\/|#) ([\w-]+\.\w+)$/m.exec(text.split('\n', 1)[0] ?? '')?.[1],
}));
const shell = blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []));
const [settings = '', ...calls] = shell;

const SECRET = 'a secret of this test';
const hasPython = spawnSync('python3', ['--version']).status === 0;
const execute = promisify(execFile);

/** A directory with the guide's files and the packages that they import. */
function writeFiles(): string {
  const directory = temporaryDirectory();
  symlinkSync(fileURLToPath(new URL('node_modules', root)), join(directory, 'node_modules'));
  for (const { name, text } of blocks) if (name) writeFileSync(join(directory, name), text);
  return directory;
}

describe('the integration guide', () => {
  test('has no code that is not tested here', () => {
    expect(blocks.map(({ language, name }) => name ?? language)).toEqual([
      ...['sh', 'sh', 'sh', 'sign-in.mjs', 'list.mjs', 'use-list.mjs', 'errors.mjs'],
      ...['webhooks.mjs', 'webhooks.py'],
    ]);
  });

  test('has calls, a sign-in, lists and errors that work with the demo', async () => {
    const directory = writeFiles();
    const { url } = await startPatronProcess({ PATRON_DATA_DIR: await demoDirectory() });
    /** Runs a command after the guide's settings, and returns its output. */
    const run = async (command: string) => {
      const script = `set -eu\n${settings}\n${command}`;
      const env = { ...process.env, PATRON_URL: url, NODE: process.execPath };
      return (await execute('bash', ['-c', script], { cwd: directory, env })).stdout;
    };

    for (const call of calls) {
      expect(JSON.parse(await run(call))).toMatchObject({ success: true });
    }
    expect(Number.parseInt(await run('"$NODE" use-list.mjs'), 10)).toBeGreaterThan(100);
    expect(await run('"$NODE" errors.mjs')).toMatch(/^400 count: .* \(request [\w-]+\)$/m);

    const { child, output } = start(directory, [process.execPath, 'sign-in.mjs'], {
      PATRON_URL: url,
    });
    const exited = once(child, 'exit');
    const address = await vi.waitFor(() => {
      const [, found] = /^Open (\S+)$/m.exec(output()) ?? [];
      if (!found) throw new Error(output());
      return found;
    }, 20_000);
    const browser = createPageBrowser();
    const page = locationOf(await browser.get(address));
    const signedIn = await browser.post(page, { ...DEMO_SIGN_IN });
    await fetch(locationOf(await browser.get(locationOf(signedIn))));
    await exited;
    expect(output()).toContain("admin@patron.test [ 'Northwind', 'Harbour Coffee' ]");
    expect(output()).toContain('refreshed, valid for 3600 seconds');
  }, 90_000);

  test('reads all pages of a JSON:API list', async () => {
    const directory = writeFiles();
    const program = `import { listResources } from './list.mjs';
      const pages = {
        first: { data: ['a', 'b'], links: { next: 'second' } },
        second: { data: ['c'], links: { next: null } },
      };
      globalThis.fetch = async (url) => Response.json(pages[url]);
      for await (const name of listResources('first', 'token')) console.log(name);`;
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', program], {
      cwd: directory,
    });
    expect(stdout).toBe('a\nb\nc\n');
  });

  test.each([
    ['Node', process.execPath, 'webhooks.mjs'],
    // Python is optional on a machine that runs the tests.
    ...(hasPython ? [['Python', 'python3', 'webhooks.py'] as const] : []),
  ] as const)('verifies webhooks in %s', async (_language, program, file) => {
    const port = await findFreePort();
    const variables = { PORT: String(port), WEBHOOK_SECRET: SECRET };
    const { output } = start(writeFiles(), [program, file], variables);
    const send = async (body: string, headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })).status;
    const events = [
      {
        id: '1',
        event_type: 'event_member_tierupgrade',
        data: { member_info: { member_id: 'M-é' } },
      },
    ];
    const body = JSON.stringify({ request_id: 'r', total_count: 1, events });
    const signed = (at = new Date()) => signWebhook([Buffer.from(body)], { secret: SECRET }, at);
    await vi.waitFor(async () => expect(await send(body, signed())).toBe(200), 20_000);
    expect(await send(body, signed())).toBe(200);
    expect(await send(`${body} `, signed())).toBe(401);
    expect(await send(body, {})).toBe(401);
    expect(await send(body, signed(new Date(Date.now() - 31 * 60_000)))).toBe(401);
    await vi.waitFor(() => expect(output()).toBe('event_member_tierupgrade M-é\n'));
  });
});

/** Starts a file of the guide, and kills it at the end of the test. */
function start(
  directory: string,
  [program, file]: readonly [string, string],
  variables: Record<string, string>,
) {
  const child = spawn(program, [file], {
    cwd: directory,
    env: { ...process.env, PYTHONUTF8: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  });
  return { child, output: () => (text === '' ? errors : text) };
}
