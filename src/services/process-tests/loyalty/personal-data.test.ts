import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Erasure } from '#contract/gateway/personal-data.ts';
import { INPUT, PERSON, VALUES } from '#services/compose/personal-data/testing/person.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { findTexts } from '#services/testing/database/dump.ts';
import { createDemoDatabase, demoDirectory } from '#services/testing/demo-data.ts';
import {
  confirmPassword,
  DEMO_LOYALTY_HEADERS,
  signInAsAdmin,
} from '#services/testing/demo-requests.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';

const TOKEN = 'the-token-of-the-metrics';
const JSON_TYPE = { 'content-type': 'application/json' };
const MEMBER = `/gateway/teams/1/personal-data/${PERSON.member_id}`;

/** Files of a directory below it, but those of the embedded database: see decisions/platform/personal-data.md. */
function readFiles(directory: string): Record<string, { text: string }[]> {
  const names = readdirSync(directory, { recursive: true }) as string[];
  const files = names.filter(
    (name) => !/^database(\/|$)/.test(name) && statSync(join(directory, name)).isFile(),
  );
  return Object.fromEntries(
    files.map((name) => {
      const bytes = readFileSync(join(directory, name));
      return [name, [{ text: (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString() }]];
    }),
  );
}

/** Creates, searches, changes and exports the member, in all of which the values travel. */
async function leaveTraces(patron: PatronProcess, headers: { authorization: string }) {
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${patron.url}${path}`, init);
    expect([path, response.status < 300]).toEqual([path, true]);
    return response;
  };
  const members = '/api/loyalty/v2/loyalty/members';
  const asShop = { ...DEMO_LOYALTY_HEADERS, ...JSON_TYPE };
  await send(members, { method: 'POST', headers: asShop, body: JSON.stringify(INPUT) });
  const asUser = { ...headers, ...JSON_TYPE };
  const gateway = '/gateway/teams/1/loyalty/v2/loyalty/members';
  await send(`${gateway}/${PERSON.member_id}?idParam=member_id`, {
    method: 'POST',
    headers: asUser,
    body: JSON.stringify({ first_name: PERSON.first_name, last_name: PERSON.last_name }),
  });
  const byEmail = new URLSearchParams({
    filter: `email_address eq ${PERSON.email_address}`,
    q: PERSON.email_address,
  });
  // Rejected: a URL with values is in the log of requests all the same.
  await fetch(`${patron.url}${gateway}?${byEmail}`, { headers });
  await fetch(`${patron.url}/gateway/teams/1/directory/members?${byEmail}`, { headers });
  await send('/demo/loyalty/campaign-entered', {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ member_ids: [PERSON.member_id], campaign_name: 'Spring' }),
  });
}

async function eraseOverHttp(patron: PatronProcess, headers: { authorization: string }) {
  const idToken = await confirmPassword(patron, headers);
  const url = `${patron.url}${MEMBER}/erase?id_token=${encodeURIComponent(idToken)}`;
  const response = await fetch(url, { method: 'POST', headers });
  expect(response.status).toBe(202);
  const { data } = (await response.json()) as { data: Erasure };
  await vi.waitFor(
    async () => {
      const receipt = await fetch(`${patron.url}/gateway/teams/1/erasures/${data.receipt}`, {
        headers,
      });
      expect(await receipt.json()).toMatchObject({ data: { state: 'done' } });
    },
    { timeout: 60_000, interval: 200 },
  );
}

describe('a running deployment has no value of an erased member', () => {
  const kinds = [
    ['the embedded database', false],
    ['PostgreSQL', true],
  ] as const;

  for (const [name, isPostgres] of kinds) {
    test.skipIf(isPostgres && !postgresUrl)(
      `in its log, metrics, files and backups: ${name}`,
      async () => {
        const database = isPostgres ? await createDemoDatabase() : undefined;
        if (database) onTestFinished(database.drop);
        const PATRON_DATA_DIR = database?.directory ?? (await demoDirectory());
        const variables = {
          PATRON_DATA_DIR,
          PATRON_METRICS_TOKEN: TOKEN,
          PATRON_DEMO: '1',
          LOG_LEVEL: 'debug',
          ...(database ? { DATABASE_URL: database.url } : {}),
        };
        const patron = await startPatronProcess(variables);
        const headers = await signInAsAdmin(patron);
        await leaveTraces(patron, headers);
        const kept = await (await fetch(`${patron.url}${MEMBER}`, { headers })).text();
        expect(findTexts({ kept: [{ kept }] }, VALUES)).not.toEqual({});
        await eraseOverHttp(patron, headers);

        expect((await fetch(`${patron.url}${MEMBER}`, { headers })).status).toBe(404);
        const metrics = await fetch(`${patron.url}/metrics`, {
          headers: { authorization: `Bearer ${TOKEN}` },
        });
        expect(metrics.status).toBe(200);
        patron.kill('SIGTERM');
        await patron.exited;
        const backup = join(temporaryDirectory(), 'backup');
        const command = `npm run admin -- backup create ${backup}`;
        const created = await runAdminProcess(command, { variables });
        expect(created).toMatchObject({ code: 0 });
        const backupFiles = readFiles(backup);
        expect(JSON.stringify(backupFiles['database.jsonl.gz'])).toContain('M-000001');
        const found = findTexts(
          {
            log: [{ text: patron.log() }],
            metrics: [{ text: await metrics.text() }],
            ...readFiles(PATRON_DATA_DIR),
            ...backupFiles,
          },
          VALUES,
        );
        expect(found).toEqual({});
      },
      120_000,
    );
  }
});
