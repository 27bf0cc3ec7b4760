import { request } from 'undici';
import type { Job } from '#contract/gateway/job.ts';
import type { Figure } from '../figure.ts';
import { onEachStorage } from '../storages.ts';
import { readAllMembers } from './directory.ts';
import { CREDENTIALS, forEachSize, type Members, run, startMembers } from './start-members.ts';

/** For a rate of at least 0.7 of the bare loop's. */
const RATE_BUDGET = 1.43;
/** Rows that an import changes; each is a call of the loyalty service. */
const IMPORTED = 2_000;
/** Calls at the same time, as in a job. */
const CONCURRENCY = 8;

/**
 * Jobs on members: an export of all, and an import that changes some, each compared with a bare loop of
 * calls at the same concurrency, with the memory they take, on both databases.
 */
export function benchJobs(): Promise<Figure[]> {
  return onEachStorage(async (name, storage) => {
    const members = await startMembers(storage);
    try {
      return await forEachSize(members, async (size) => {
        const suite = `jobs, ${name}, ${size.toLocaleString('en')}`;
        await members.gateway.update();
        return [
          ...(await benchExport(suite, members, size)),
          ...(await benchImport(suite, members)),
        ];
      });
    } finally {
      await members.close();
    }
  });
}

async function benchExport(suite: string, members: Members, size: number): Promise<Figure[]> {
  const { gateway, loyalty } = members;
  const before = process.memoryUsage.rss() / 1_000_000;
  const bare = await run(() => readAllMembers(loyalty.baseUrl));
  let job: Job | undefined;
  const exported = await run(async () => {
    job = await gateway.create({ kind: 'export' });
    await gateway.work();
  });
  await requireDone(members, job, size);
  const perThousand = (ms: number) => (ms / size) * 1000;
  return [
    {
      suite,
      name: 'export, per 1,000 members',
      unit: 'ms',
      value: perThousand(exported.ms),
      against: { name: 'reading them', value: perThousand(bare.ms) },
      budget: RATE_BUDGET,
    },
    { suite, name: 'export', unit: '/s', value: size / (exported.ms / 1000) },
    {
      suite,
      name: 'export, peak memory',
      unit: 'MB',
      value: exported.peakMegabytes,
      against: { name: 'before', value: before },
    },
  ];
}

async function benchImport(suite: string, members: Members): Promise<Figure[]> {
  const { gateway, loyalty } = members;
  const ids = await listIds(members);
  const before = process.memoryUsage.rss() / 1_000_000;
  const bare = await run(() => changeMembers(loyalty.baseUrl, ids));
  const csv = ['member_id,address.city', ...ids.map((id) => `${id},New Patron`)].join('\r\n');
  let job: Job | undefined;
  const checked = await run(async () => {
    job = await gateway.upload(csv);
  });
  const imported = await run(async () => {
    if (job) await gateway.move(job, 'start');
    await gateway.work();
  });
  await requireDone(members, job, ids.length);
  const perThousand = (ms: number) => (ms / ids.length) * 1000;
  return [
    { suite, name: 'import, check', unit: '/s', value: ids.length / (checked.ms / 1000) },
    {
      suite,
      name: 'import, per 1,000 changed members',
      unit: 'ms',
      value: perThousand(imported.ms),
      against: { name: 'bare calls', value: perThousand(bare.ms) },
      budget: RATE_BUDGET,
    },
    { suite, name: 'import', unit: '/s', value: ids.length / (imported.ms / 1000) },
    {
      suite,
      name: 'import, peak memory',
      unit: 'MB',
      value: imported.peakMegabytes,
      against: { name: 'before', value: before },
    },
  ];
}

async function listIds({ gateway }: Members): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const start: Record<string, string> = cursor === null ? {} : { start_cursor: cursor };
    const page = await gateway.list({ sort: 'name', count: '200', ...start });
    ids.push(...page.data.map(({ member_id }) => member_id));
    cursor = page.next_cursor;
  } while (cursor !== null && ids.length < IMPORTED);
  return ids.slice(0, IMPORTED);
}

async function changeMembers(baseUrl: string, ids: readonly string[]): Promise<void> {
  const remaining = ids.values();
  const work = async () => {
    for (const id of remaining) {
      const url = `${baseUrl}/loyalty/members/${encodeURIComponent(id)}?idParam=member_id`;
      const { statusCode, body } = await request(url, {
        method: 'POST',
        headers: { ...CREDENTIALS, 'content-type': 'application/json' },
        body: JSON.stringify({ city: 'Old Patron' }),
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${url} responded ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

async function requireDone(
  { gateway }: Members,
  job: Job | undefined,
  rows: number,
): Promise<void> {
  if (!job) throw new Error('There is no job');
  const { state, done, failed } = await gateway.get(job);
  if (state === 'done' && done === rows && failed === 0) return;
  throw new Error(`${state}: ${done} of ${rows} rows, ${failed} of them failed`);
}
