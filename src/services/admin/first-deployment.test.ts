import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listMemberActivities } from '#contract/loyalty/activities.ts';
import { createMember } from '#contract/loyalty/members/members.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { createClient } from '#services/loyalty/testing/client.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { readDocumentedDeployment } from '#services/testing/documented-deployment.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const PASSWORD = 'correct horse battery staple';
const MINUTE_MS = 60_000;

describe('a first deployment with only the documented commands', () => {
  const { commands, activityFile } = readDocumentedDeployment();

  /** Runs the documented commands. @returns their output. */
  async function follow(variables: Record<string, string>): Promise<string> {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'purchase.json'), activityFile);
    let output = '';
    for (const command of commands) {
      const stdin = `${PASSWORD}\n`;
      const { code, stdout, stderr } = await runAdminProcess(command, { variables, stdin, cwd });
      expect([command, code, stderr]).toEqual([command, 0, expect.stringMatching(/^([^\n]+\n)?$/)]);
      output += stdout + stderr;
    }
    expect(output).not.toContain(PASSWORD);
    return output;
  }

  /** Signs in as the documented user. @returns a function that gets a path as this user. */
  async function signIn(url: string) {
    const user = { email: 'ada@example.com', password: PASSWORD };
    const { access_token } = await signInThroughPages(`${url}/api/advocacy`, user);
    return async (path: string) => {
      const headers = { authorization: `Bearer ${access_token}` };
      const response = await fetch(`${url}${path}`, { headers });
      expect([path, response.status]).toEqual([path, 200]);
      return (await response.json()) as { data: unknown };
    };
  }

  /** Checks that the user sees the team and its program, and that the shop's API key works. */
  async function tryOut(url: string, output: string) {
    const read = await signIn(url);
    expect((await read('/api/advocacy/v2/teams/1/accounts')).data).toEqual([]);
    const members = await read('/gateway/teams/1/loyalty/v2/loyalty/members');
    expect(members.data).toMatchObject({ total: 0 });

    const [apiKey = ''] = /patron_api_key_\S+/.exec(output) ?? [];
    const credentials = { 'api-key': apiKey, 'partner-id': 'northwind' };
    const shop = createClient(`${url}/api/loyalty/v2`, credentials);
    const { data: member } = await shop.call(createMember, {
      body: { member_id: 'M-1', first_name: 'Grace', address: { country: 'France' } },
    });
    expect(member.tier_info?.loyalty_tier_name).toBe('Bronze');
    const { data: eligible } = await shop.call(listMemberActivities, {
      params: { member: 'M-1' },
      query: { idParam: 'member_id' },
    });
    const ids = eligible.activities.map(({ activity_id }) => activity_id);
    expect(ids).toEqual(['welcome', 'purchase']);
  }

  async function earn(variables: Record<string, string>) {
    const earning =
      'npm run -s admin -- points earn M-1 --program northwind --activity purchase --quantity 45 --json';
    const { code, stdout, stderr } = await runAdminProcess(earning, { variables });
    expect([code, stderr]).toEqual([0, '']);
    // 45 at 2 points each, and 10 for France.
    expect(JSON.parse(stdout)).toMatchObject({ points: 100, tier_changed: true });
  }

  async function seeEvent(url: string) {
    const read = await signIn(url);
    const check = async () => {
      const { data } = await read('/gateway/teams/1/webhook-events');
      expect(data).toEqual([
        expect.objectContaining({ event_type: 'event_member_tierupgrade', member_id: 'M-1' }),
      ]);
    };
    await vi.waitFor(check, { timeout: 20_000, interval: 250 });
  }

  test('finds the commands and the activity file in the page', () => {
    expect(commands.length).toBeGreaterThan(8);
    expect(JSON.parse(activityFile)).toHaveProperty('rules_config');
  });

  test(
    'works on the embedded database, between two starts',
    async () => {
      const variables = {
        PATRON_DATA_DIR: temporaryDirectory(),
        PATRON_DEMO: '0',
        PORT: String(await findFreePort()),
      };
      const output = await follow(variables);
      const first = await startPatronProcess(variables);
      await tryOut(first.url, output);
      first.kill('SIGTERM');
      expect((await first.exited).code).toBe(0);
      await earn(variables);
      const second = await startPatronProcess(variables);
      await seeEvent(second.url);
    },
    4 * MINUTE_MS,
  );

  test.skipIf(!postgresUrl)(
    'works on PostgreSQL, while the services run',
    async () => {
      const { url: DATABASE_URL, drop } = await createTestDatabase();
      onTestFinished(drop);
      const PORT = String(await findFreePort());
      const variables = { DATABASE_URL, PATRON_DATA_DIR: temporaryDirectory(), PORT };
      const services = await startPatronProcess(variables);
      const output = await follow(variables);
      await tryOut(services.url, output);
      await earn(variables);
      await seeEvent(services.url);
      const secrets = output.match(/patron_(api_key|client_secret)_\S+/g) ?? [];
      expect(secrets).toHaveLength(2);
      for (const secret of [PASSWORD, ...secrets]) expect(services.log()).not.toContain(secret);
    },
    4 * MINUTE_MS,
  );
});
