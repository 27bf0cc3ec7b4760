import { expect, test } from 'vitest';
import { createLog, redactUrl } from './log.ts';

function capture() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return { log, lines };
}

test.each([
  ['/v2/me?id_token=abc.def&include=teams', '/v2/me?id_token=[redacted]&include=teams'],
  ['/auth/callback?code=abc&state=xyz', '/auth/callback?code=[redacted]&state=[redacted]'],
  // The name as the service decodes it.
  ['/v2/me?id%5Ftoken=abc', '/v2/me?id%5Ftoken=[redacted]'],
  ['/oauth/token?client_secret=abc', '/oauth/token?client_secret=[redacted]'],
  ['/demo/outbox?to=ada@example.com', '/demo/outbox?to=[redacted]'],
  ['/x?page[number]=2&page%5Bsize%5D=10&sort=-id', '/x?page[number]=2&page%5Bsize%5D=10&sort=-id'],
  ['/x?eyJhbGciOiJFUzI1NiJ9', '/x?[redacted]'],
  ['/x?a b=c&count=%', '/x?[redacted]&count=%'],
  ['/x?a%=secret&=secret', '/x?a%=[redacted]&[redacted]'],
  ['/x?scope=a?code=abc&', '/x?scope=a?code=abc&'],
  ['/teams/1', '/teams/1'],
  ['/loyalty/members?count=2', '/loyalty/members?count=2'],
  ['/loyalty/members/ada%40example.com', '/loyalty/members/[redacted]'],
  ['/loyalty/members/M-1/activities?sort=id', '/loyalty/members/[redacted]/activities?sort=id'],
  ['/teams/1/members/M-1/points/M-1', '/teams/1/members/[redacted]/points/[redacted]'],
  ['/teams/1/personal-data/M-1?q=M-1', '/teams/1/personal-data/[redacted]?q=[redacted]'],
])('%s is logged as %s, with harmless values only', (url, logged) => {
  expect(redactUrl(url)).toBe(logged);
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
