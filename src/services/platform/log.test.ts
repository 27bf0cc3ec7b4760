import { expect, test } from 'vitest';
import { createLog, redactUrl } from './log.ts';

function capture() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return { log, lines };
}

test('a URL is logged without the secrets in its query', () => {
  expect(redactUrl('/v2/me?id_token=abc.def&include=teams')).toBe(
    '/v2/me?id_token=[redacted]&include=teams',
  );
  expect(redactUrl('/auth/callback?code=abc&state=xyz')).toBe(
    '/auth/callback?code=[redacted]&state=[redacted]',
  );
});

test('each log line is a JSON object with the name of its level', () => {
  const { log, lines } = capture();
  log.info({ port: 4180 }, 'ready');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', port: 4180, msg: 'ready' });
});

test('a failed query is logged without its parameters', () => {
  const { log, lines } = capture();
  const cause = Object.assign(new Error('value too long'), {
    code: '22001',
    detail: 'ada@example.com',
  });
  const error = new Error('Failed query: insert into users\nparams: ada@example.com,hash', {
    cause,
  });
  log.error({ err: error }, 'failed');
  expect(lines[0]).toContain('22001');
  expect(lines[0]).not.toContain('ada@example.com');
});
