import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** A text on one line. */
const flatten = (text: string) => text.replace(/\s+/g, ' ');

/** What a page promises, and where the program has it, or which test shows it. */
type Limit = [sentence: string, file: string, code: string];

const ALERTS = 'docs/operations/alerts.yaml';
const SERVICE = 'docs/operations/patron.service';
const SECRETS = 'loyalty/webhooks/targets/webhook-secrets.ts';
const A_DAY = 'addSeconds(now, DAY_SECONDS)';

const LIMITS: Record<string, Limit[]> = {
  'docs/deployment.md': [
    [
      'read the database every two seconds',
      'platform/database/postgres/listener.ts',
      'POLL_MS = 2_000',
    ],
    [
      'at most 11: a pool of 10, and one that listens',
      'platform/database/postgres/pool.ts',
      'POOL_SIZE = 10;',
    ],
    [
      'Below 1.4 GB the embedded database stays unoptimized',
      'platform/database/embedded/fit-memory.ts',
      'OPTIMIZED_MB = 1_400',
    ],
    ['below 450 MB a start ends', 'platform/database/embedded/fit-memory.ts', 'START_MB = 450'],
    ['below 750 MB one that', 'platform/database/embedded/fit-memory.ts', 'CREATE_MB = 750'],
    ['works once, within a day;', 'advocacy/setup/setup-links.ts', 'LINK_SECONDS = DAY_SECONDS'],
    [
      'limited to 2 MB or less',
      '../contract/gateway/template-preview.ts',
      'MAX_BYTES = 2 * 1024 * 1024',
    ],
    [
      'client_max_body_size 100m',
      '../contract/gateway/jobs.ts',
      'IMPORT_MAX_BYTES = 100 * 1024 * 1024',
    ],
    ['send a comment every 15 seconds', 'gateway/limits.ts', 'heartbeatMs: 15_000'],
    ['are dropped after a day;', 'platform/messages/messages.ts', 'usefulForSeconds = DAY_SECONDS'],
    [
      'codes after ten minutes',
      'advocacy/authentication-factors/out-of-band-code.ts',
      'CODE_SECONDS = 600',
    ],
    [
      'codes after ten minutes',
      'advocacy/account/verification/email-code.ts',
      'CODE_SECONDS = 600',
    ],
    [
      'retried after 30 seconds, then after twice as long each time, up to six hours',
      'advocacy/domains/certificates/issue-certificates.ts',
      'retry: { firstSeconds: 30, factor: 2, maxSeconds: 21_600 }',
    ],
    [
      'when a third of their lifetime is left',
      'advocacy/domains/certificates/issue-certificates.ts',
      '* (2 / 3)',
    ],
    [
      'load them within five seconds',
      'platform/secrets/open-keyring.ts',
      'RELOAD_INTERVAL_MS = 5_000',
    ],
    ['use them a minute later', 'platform/secrets/rotate-keys.ts', 'ACTIVATION_SECONDS = 60;'],
    [
      'a day after the rotation',
      'platform/secrets/retire-keys.ts',
      'addSeconds(now, -DAY_SECONDS)',
    ],
    ['for another half a second', 'patron.ts', 'DRAIN_MS = 500'],
    ['in flight, within ten seconds', 'main.ts', 'GRACE_MS = 10_000'],
    [
      'no more than eight seconds per statement',
      'platform/database/postgres/pool.ts',
      'RESPONSE_TIMEOUT_MS = 8_000',
    ],
    [
      'less than 64 MB of the disk',
      'platform/database/embedded/disk-guard.ts',
      'REQUIRED_BYTES = 64 * 1024 * 1024',
    ],
    ['no sign of life for two minutes', '../commands/heartbeat.mjs', 'TIMEOUT_MS = 60_000'],
    // Twice.
    ['no sign of life for two minutes', '../commands/heartbeat.mjs', 'wait(() => wait('],
    ['at most five times in ten minutes', '../commands/start.mjs', 'MAX_RESTARTS = 5;'],
    [
      'at most five times in ten minutes',
      '../commands/start.mjs',
      'RESTART_WINDOW_MS = 10 * 60_000',
    ],
    ['one response in a hundred', 'platform/http/response-checks.ts', 'SAMPLE = 100'],
    [
      '| messages, without their text once sent | 30 days',
      'platform/messages/sweep-messages.ts',
      'RETENTION_DAYS = 30',
    ],
    ['events, received and sent | 30 days', 'gateway/inbox/sweep-inbox.ts', ' RETENTION_DAYS = 30'],
    [
      'events, received and sent | 30 days',
      'loyalty/webhooks/sweep-webhooks.ts',
      'RETENTION_DAYS = 30',
    ],
    [
      'rejected webhook requests | 7 days',
      'gateway/inbox/sweep-inbox.ts',
      'REJECTED_BODY_DAYS = 7',
    ],
    ['exported files | 30 days', 'gateway/jobs/sweep-jobs.ts', 'RETENTION_DAYS = 30'],
    ['`PATRON_AUDIT_DAYS` (400)', 'platform/environment.ts', 'AUDIT_DAYS = 400'],
    ['`PATRON_DELETED_MEMBER_DAYS` (30)', 'platform/environment.ts', 'DELETED_MEMBER_DAYS = 30'],
    [
      'session mode is tested with 1.18',
      'process-tests/postgres/pgbouncer.test.ts',
      "test('in session mode, a process serves requests",
    ],
    [
      'with which the start ends with a line',
      'process-tests/postgres/pgbouncer.test.ts',
      'the start ends with one line that names what is needed',
    ],
    [
      "responds 200 while the process is alive, and 503 while its embedded database is broken; restart the process when it doesn't respond 200",
      'platform/http/server.test.ts',
      "test('/healthz responds with 503 while the embedded database is broken'",
    ],
    [
      'It is ready when `/readyz` responds 200',
      'process-tests/postgres/settings.test.ts',
      'writes are 503 and the process is not ready, and then it recovers',
    ],
    [
      'responds 200 when the database is reachable, accepts writes and has the same keys, otherwise 503; route no requests to the process until it responds 200',
      'process-tests/postgres/settings.test.ts',
      'writes are 503 and the process is not ready, and then it recovers',
    ],
    [
      'writes get 503, and nothing has to be restarted',
      'process-tests/postgres/failover.test.ts',
      'and then everything works without a restart',
    ],
    [
      'then requests get 503 with `Retry-After`',
      'process-tests/outage.test.ts',
      "test('every part responds 503 in its own error format",
    ],
    [
      'without that variable it responds 404',
      'platform/metrics/metrics.test.ts',
      "test('is not there outside of the demo without a token'",
    ],
  ],
  'docs/scaling.md': [
    ['at most 11 connections', 'platform/database/postgres/pool.ts', 'POOL_SIZE = 10;'],
  ],
  'docs/operations/tracing.md': [],
  'docs/operations/patron.service': [
    ['Requests in flight have ten seconds', 'main.ts', 'GRACE_MS = 10_000'],
    ['Requests in flight have ten seconds', `../../${SERVICE}`, 'TimeoutStopSec=15'],
  ],
  'docs/operations/alerts.yaml': [
    ['More than 2% of all requests', `../../${ALERTS}`, '> 0.02'],
    [
      'One request in twenty takes longer than a second',
      `../../${ALERTS}`,
      'histogram_quantile(0.95',
    ],
    ['One request in twenty takes longer than a second', `../../${ALERTS}`, '[5m]))) > 1\n'],
    ['has waited for more than ten minutes', `../../${ALERTS}`, 'inbox|directory"}) > 600\n'],
    ['has waited for more than an hour', `../../${ALERTS}`, '"webhooks"}) > 3600\n'],
    ['has not ended for six hours', `../../${ALERTS}`, '"jobs"}) > 21600\n'],
    ['has had no certificate for a day', `../../${ALERTS}`, '"certificates"}) > 86400\n'],
  ],
  'docs/webhooks.md': [
    [
      'more than 30 minutes old',
      'gateway/inbox/receive/signature.ts',
      'MAX_AGE_MS = 30 * MINUTE_MS',
    ],
    ['5 minutes ahead', 'gateway/inbox/receive/signature.ts', 'MAX_AHEAD_MS = 5 * MINUTE_MS'],
    [
      'a response after 10 seconds',
      'loyalty/webhooks/sending/post-webhook.ts',
      'ATTEMPT_TIMEOUT_MS = 10_000',
    ],
    [
      'is repeated for 20 minutes',
      '../contract/loyalty/webhooks.ts',
      'WEBHOOK_RETRY_SECONDS = 300',
    ],
    ['is repeated for 20 minutes', '../contract/loyalty/webhooks.ts', 'WEBHOOK_MAX_ATTEMPTS = 5'],
    [
      'every 5 minutes, 5 times in total',
      '../contract/loyalty/webhooks.ts',
      'WEBHOOK_RETRY_SECONDS = 300',
    ],
    [
      'every 5 minutes, 5 times in total',
      '../contract/loyalty/webhooks.ts',
      'WEBHOOK_MAX_ATTEMPTS = 5',
    ],
    [
      'After a day in which no request was accepted',
      'compose/programs/failing-webhooks.ts',
      'addSeconds(clock.now(), -DAY_SECONDS)',
    ],
    ['any time within the 48 hours', SECRETS, A_DAY],
    ['after three days', 'compose/programs/failing-webhooks.ts', 'MAX_EMAILS = 2'],
  ],
  'docs/administration.md': [
    [
      'adjusting up to 1,000 points at a time and 10,000 a day (until midnight UTC)',
      'gateway/points/points-allowance.test.ts',
      'ten times that a day',
    ],
    [
      'password within 24 hours',
      'advocacy/people/reset-sign-in.ts',
      'createLink(tx, clock, link, DAY_SECONDS)',
    ],
    [
      'who have none can work for seven days',
      '../contract/people/team-rules.ts',
      'SECOND_STEP_DAYS = 7',
    ],
    ['streams end within 15 seconds', 'gateway/limits.ts', 'heartbeatMs: 15_000'],
    ['works once, within a day;', 'advocacy/setup/setup-links.ts', 'LINK_SECONDS = DAY_SECONDS'],
    ['after 24 hours the switch happens', SECRETS, A_DAY],
    ['For another 24 hours, the last secret', SECRETS, A_DAY],
    ['at most 20 seconds per check', 'admin/doctor/run-check.ts', 'CHECK_TIMEOUT_MS = 20_000'],
    [
      'in the console within half a minute',
      '../console/layout/notifications/notifications-button.tsx',
      'ROLE_CHECK_MS = 30_000',
    ],
    ['start to use a minute later', 'platform/secrets/rotate-keys.ts', 'ACTIVATION_SECONDS = 60;'],
    [
      'has been active for a day',
      'platform/secrets/retire-keys.ts',
      'addSeconds(now, -DAY_SECONDS)',
    ],
    [
      'the events of the last 30 days',
      'loyalty/webhooks/targets/missed-events.ts',
      'MAX_DAYS = 30',
    ],
  ],
  'docs/integration.md': [
    [
      'expire after 14 days without use',
      'advocacy/oauth/protocol/provider.ts',
      'RefreshToken: 14 * DAY_SECONDS',
    ],
    ['after 30 days in any case', 'advocacy/oauth/protocol/provider.ts', 'Grant: 30 * DAY_SECONDS'],
  ],
  'docs/deviations.md': [
    ['It is valid for 15 minutes', 'advocacy/oauth/tokens/id-token.ts', 'ID_TOKEN_SECONDS = 900'],
    [
      'five wrong passwords within 15 minutes',
      'advocacy/rate-limits/attempt-counters.ts',
      'WINDOW_SECONDS = 900',
    ],
    ['for ten minutes its owner', 'advocacy/users/proven-email.ts', 'HOLD_SECONDS = 600'],
    [
      'enter the address again after ten minutes',
      'advocacy/users/proven-email.ts',
      'HOLD_SECONDS = 600',
    ],
  ],
};

const limits = Object.entries(LIMITS).flatMap(([page, rows]) =>
  rows.map(([sentence, file, code]) => ({ page, sentence, file, code })),
);

describe('the operating pages', () => {
  test.each(limits)('$page says “$sentence”, as $file', ({ page, sentence, file, code }) => {
    expect(flatten(read(page))).toContain(sentence);
    expect(read(join('src/services', file))).toContain(code);
  });

  // A figure is a limit of the program, was measured, or a test shows it.
  test.each(Object.keys(LIMITS))('%s has no other figures or claims than these', (page) => {
    const sentences = limits.filter((limit) => limit.page === page).map((limit) => limit.sentence);
    const unproven = sectionsOf(page)
      .filter((section) => !namesSuite(page, section))
      .flatMap((section) => section.split('\n\n'))
      .filter((paragraph, index, all) => ![paragraph, all[index + 1] ?? ''].some(isMeasured))
      .flatMap((paragraph) => {
        const rest = sentences.reduce(
          (text, each) => text.replaceAll(each, ''),
          flatten(paragraph),
        );
        return rest.match(isOperating(page) ? CLAIM : FIGURE) ?? [];
      });
    expect(unproven).toEqual([]);
  });

  test('the page of scale has the days of its figures', () => {
    expect(flatten(read('docs/scaling.md'))).toMatch(
      /All figures were measured on \d+ to \d+ \w+ 20\d\d with `npm run bench` and the suite that is named/,
    );
  });

  test('every file of the folder of operations is among them', () => {
    const pages = readdirSync(join(root, 'docs/operations')).map(
      (name) => `docs/operations/${name}`,
    );
    // It has queries only.
    const others = pages.filter((page) => !page.endsWith('grafana-dashboard.json'));
    expect(Object.keys(LIMITS)).toEqual(expect.arrayContaining(others));
  });
});

const sectionsOf = (page: string) => read(page).split(/^(?=#{1,3} )/m);
const isMeasured = (text: string) => /\b(measured|tried) on \d{1,2} \w+ 20\d\d/i.test(text);
const isOperating = (page: string) => /^docs\/(deployment|scaling|operations)/.test(page);

const suites = read('e2e/bench/bench.ts');
/** Whether the page of scale names the suites that measured a section. */
const namesSuite = (page: string, section: string) => {
  const named = Array.from(
    flatten(section).matchAll(/`npm run bench -- ([^`]+)`/g),
    ([, names = '']) => names.split(' '),
  ).flat();
  return (
    page === 'docs/scaling.md' &&
    named.length > 0 &&
    named.every((name) => suites.includes(`  ${name}: `) || suites.includes(`'${name}': `))
  );
};

/** Of time or size, with a number in digits or as a word. */
const FIGURE =
  /\b(\d[\d.,]*|half an?|two|three|four|five|six|eight|ten) (ms|s|seconds?|minutes?|hours?|days?|KB|MB|GB)\b/g;
/** Statuses of responses, and parts that it works with, as well. */
const CLAIM = new RegExp(
  `${FIGURE.source}|(?<!listen )\\b[2-5]\\d\\d\\b|\\b(works?|tested) with\\b`,
  'g',
);
