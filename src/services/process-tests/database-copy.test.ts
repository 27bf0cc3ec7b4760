import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OTP, oneTimePassword } from '#services/advocacy/testing/factors-user.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { FULL_PROGRAM } from '#services/demo/seed/loyalty/demo-programs.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { enterCampaign } from '#services/loyalty/webhooks/enter-campaign.ts';
import { systemClock } from '#services/platform/clock.ts';
import { copyDatabase } from '#services/platform/database/copy/copy-database.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createTestDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { confirmPassword, signInAsAdmin } from '#services/testing/demo-requests.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';

const CAMPAIGN = 'Due when copied';

/** Requests as the demo's administrator; the data of the response. */
function requests({ url }: PatronProcess, authorization: string) {
  return async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    return ((await response.json()) as { data: Data }).data;
  };
}

interface Job {
  id: string;
  state: string;
  total: number;
  done: number;
  failed: number;
}

/** Adds an app as the administrator's second step. @returns its provisioning URL */
async function addSecondStep(patron: PatronProcess, authorization: string): Promise<string> {
  const request = requests(patron, authorization);
  const query = `?id_token=${await confirmPassword(patron, { authorization })}`;
  const path = '/api/advocacy/v2/authentication_factors';
  const type = 'authentication_factor';
  const { id, attributes } = await request<{
    id: string;
    attributes: { provisioning_url: string };
  }>('POST', path + query, { data: { type, attributes: OTP } });
  const url = attributes.provisioning_url;
  const code = oneTimePassword(url, systemClock.now());
  await request('PATCH', `${path}/${id}${query}`, {
    data: { id, type, attributes: { otp_attempt: code } },
  });
  return url;
}

/** Changes several hundred members, until the job is in the middle. */
async function startJob(patron: PatronProcess, authorization: string): Promise<Job> {
  const request = requests(patron, authorization);
  // Jobs need the directory of members, which is built after the first start.
  const selection = { filter: { tag: ['wholesale'] } };
  const data = { kind: 'change', selection, change: { add_tags: ['copied'] } };
  const { id } = await vi.waitFor(
    () => request<Job>('POST', '/gateway/teams/1/jobs', { data }),
    60_000,
  );
  return vi.waitFor(
    async () => {
      const job = await request<Job>('GET', `/gateway/teams/1/jobs/${id}`);
      expect(job.done).toBeGreaterThan(0);
      return job;
    },
    { timeout: 30_000, interval: 20 },
  );
}

/** An event that is due to be delivered. */
async function leaveEventDue(directory: string): Promise<void> {
  const { db, close } = await openEmbedded(directory);
  const program = await getProgram(db, FULL_PROGRAM.partnerId);
  const entry = { memberIds: ['M-000001'], campaignName: CAMPAIGN };
  await db.transaction((tx) => enterCampaign(tx, program, entry, systemClock.now()));
  await close();
}

test.skipIf(!postgresUrl)(
  'a second step, a job in the middle and a due delivery continue on a copied database',
  async () => {
    const variables = {
      PATRON_DATA_DIR: await demoDirectory(),
      PATRON_DIRECTORY_POLL_SECONDS: '60',
    };
    const before = await startPatronProcess(variables);
    const { authorization } = await signInAsAdmin(before);
    const provisioningUrl = await addSecondStep(before, authorization);
    const job = await startJob(before, authorization);
    before.kill('SIGKILL');
    await before.exited;
    expect(job.done).toBeLessThan(job.total);
    await leaveEventDue(variables.PATRON_DATA_DIR);
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    await copyDatabase(variables.PATRON_DATA_DIR, url);
    const copy = await openPostgres(url, silentLog);
    await expectFigures(copy.db);
    await copy.close();
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    // As if the lease of the killed process had ended.
    await client.query('update gateway_jobs set next_attempt_at = now()');

    const after = await startPatronProcess({
      ...variables,
      ...{ DATABASE_URL: url, PATRON_DEMO: '1', PORT: new URL(before.url).port },
    });
    const request = requests(after, authorization);
    await expect
      .poll(() => request<Job>('GET', `/gateway/teams/1/jobs/${job.id}`), { timeout: 120_000 })
      .toMatchObject({ state: 'done', total: job.total, done: job.total, failed: 0 });
    const { rows: changed } = await client.query(
      `select count(*)::int as changes, count(distinct subject_id)::int as members from audit_events
       where action = 'member.update' and changes::text like '%copied%'`,
    );
    expect(changed).toEqual([{ changes: job.total, members: job.total }]);

    const path = `/gateway/teams/1/webhook-events?q=${encodeURIComponent(CAMPAIGN)}`;
    await expect.poll(() => request<unknown[]>('GET', path), { timeout: 30_000 }).toHaveLength(1);
    const { rows: deliveries } = await client.query(
      `select count(*)::int as count from inbox_deliveries where convert_from(body, 'UTF8') like $1`,
      [`%${CAMPAIGN}%`],
    );
    expect(deliveries).toEqual([{ count: 1 }]);

    // Last: a code can be used once within its 30 seconds.
    const code = () => oneTimePassword(provisioningUrl, systemClock.now());
    const baseUrl = `${after.url}/api/advocacy`;
    const withoutCode = signInThroughPages(baseUrl, DEMO_SIGN_IN);
    await expect(withoutCode).rejects.toThrow('A code is required');
    const session = await signInThroughPages(baseUrl, { ...DEMO_SIGN_IN, code });
    expect(session.access_token).toBeTruthy();
  },
  300_000,
);
