import { expect, test, vi } from 'vitest';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { signInAsAdmin } from '#services/testing/demo-requests.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

test("the audit log has the name of a job's user, and names the job in its changes", async () => {
  const patron = await startPatronProcess({
    PATRON_DATA_DIR: await demoDirectory(),
    PATRON_DIRECTORY_POLL_SECONDS: '60',
  });
  const headers = { ...(await signInAsAdmin(patron)), 'content-type': 'application/json' };
  const gateway = `${patron.url}/gateway/teams/1`;
  const create = (data: object) =>
    fetch(`${gateway}/jobs`, { method: 'POST', headers, body: JSON.stringify({ data }) });
  // Jobs need the directory of members, which is built after the first start.
  const job: unknown = await vi.waitFor(async () => {
    const created = await create({ kind: 'export' });
    expect(created.status).toBe(202);
    return created.json();
  }, 60_000);
  const user = { id: '1', name: 'Ada Marsh' };
  expect(job).toMatchObject({ data: { created_by: user } });
  const events = await fetch(`${gateway}/audit-events?action=job.create`, { headers });
  const { data: creations } = (await events.json()) as { data: object[] };
  expect(creations[0]).toMatchObject({ actor: { kind: 'user', ...user } });

  const selection = { filter: { q: 'M-000001' } };
  const created = await create({ kind: 'change', selection, change: { add_tags: ['job'] } });
  const { data } = (await created.json()) as { data: { id: string } };
  await expect
    .poll(async () => (await fetch(`${gateway}/audit-events?job=${data.id}`, { headers })).json())
    .toMatchObject({ data: [{ actor: user, subject: { type: 'member', id: 'M-000001' } }] });
}, 120_000);
