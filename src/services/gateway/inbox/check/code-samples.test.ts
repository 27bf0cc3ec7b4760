import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const FOLDER = fileURLToPath(
  new URL('../../../../console/features/inbox/setup/samples', import.meta.url),
);
const SECRET = 'patron-test-webhook-secret';
const BODY = '{"request_id":"r-1","events":[]}\n';

const sign = (body: string, nonce: string) =>
  createHmac('sha512', SECRET).update(`${body}:${nonce}`).digest('hex');
const hasCommand = (command: string) =>
  spawnSync(command, [command === 'openssl' ? 'version' : '--version']).status === 0;

/** Runs a program that prints whether a request is authentic, as JSON. */
function run(command: string, args: readonly string[], nonce: string, signature: string): unknown {
  const { stdout, stderr } = spawnSync(command, [...args, BODY, nonce, signature, SECRET], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  if (stdout.trim() === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const NODE = [
  '--input-type=module',
  '--eval',
  'const [file, body, ...rest] = process.argv.slice(1); const { isAuthentic } = await import(file); console.log(JSON.stringify(isAuthentic(Buffer.from(body), ...rest)));',
  './verify.mjs',
];
const PYTHON = [
  '-c',
  'import json, sys; from verify import is_authentic; body, *rest = sys.argv[1:]; print(json.dumps(is_authentic(body.encode(), *rest)))',
];

describe('receiver code', () => {
  test.for([
    ['Node', process.execPath, NODE],
    ['Python', 'python3', PYTHON],
  ] as const)(
    'in %s accepts only recent requests with the right signature',
    ([, command, args], { skip }) => {
      skip(!hasCommand(command), `${command} is not installed`);
      const now = String(Date.now());
      const old = String(Date.now() - 31 * 60_000);
      expect(run(command, args, now, sign(BODY, now))).toBe(true);
      expect(run(command, args, now, sign(BODY, now).toUpperCase())).toBe(true);
      expect(run(command, args, now, sign(BODY.trim(), now))).toBe(false);
      expect(run(command, args, old, sign(BODY, old))).toBe(false);
      expect(run(command, args, now, 'short')).toBe(false);
    },
  );

  test('with curl sends a request with the right signature', async ({ skip }) => {
    skip(!hasCommand('curl') || !hasCommand('openssl'), 'curl or openssl is not installed');
    const received: boolean[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { nonce, 'x-loyalty-signature': signature } = request.headers;
      received.push(signature === sign(body, String(nonce)) && JSON.parse(body).total_count === 1);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await promisify(execFile)('sh', ['send.sh'], {
      cwd: FOLDER,
      env: { ...process.env, WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET },
    });
    server.close();
    expect(received).toEqual([true]);
  });
});
