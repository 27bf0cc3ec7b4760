import { expect, test, vi } from 'vitest';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { signInAsAdmin } from '#services/testing/demo-requests.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

test("a job has its user's name, like every other entry of the audit log", async () => {
  const patron = await startPatronProcess({
    PATRON_DATA_DIR: await demoDirectory(),
    PATRON_DIRECTORY_POLL_SECONDS: '60',
  });
  const headers = { ...(await signInAsAdmin(patron)), 'content-type': 'application/json' };
  const gateway = `${patron.url}/gateway/teams/1`;
  const body = JSON.stringify({ data: { kind: 'export' } });
  // Jobs need the directory of members, which is built after the first start.
  const job: unknown = await vi.waitFor(async () => {
    const created = await fetch(`${gateway}/jobs`, { method: 'POST', headers, body });
    expect(created.status).toBe(202);
    return created.json();
  }, 60_000);
  const user = { id: '1', name: 'Ada Marsh' };
  expect(job).toMatchObject({ data: { created_by: user } });
  const events = await fetch(`${gateway}/audit-events?action=job.create`, { headers });
  expect(await events.json()).toMatchObject({ data: [{ actor: { kind: 'user', ...user } }] });
}, 120_000);
