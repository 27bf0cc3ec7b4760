import { expect, test } from 'vitest';
import { createLog, redactUrl } from './log.ts';

function capture() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return { log, lines };
}

test('an address is logged without what its query keeps secret', () => {
  expect(redactUrl('/v2/me?id_token=abc.def&include=teams')).toBe(
    '/v2/me?id_token=[redacted]&include=teams',
  );
  expect(redactUrl('/auth/callback?code=abc&state=xyz')).toBe(
    '/auth/callback?code=[redacted]&state=[redacted]',
  );
});

test('each line is one JSON object with its level as a word', () => {
  const { log, lines } = capture();
  log.info({ port: 4180 }, 'ready');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', port: 4180, msg: 'ready' });
});

test('the parameters of a failed query stay out of the log', () => {
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
