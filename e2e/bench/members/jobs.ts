import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { request } from 'undici';
import type { Job } from '#contract/gateway/job.ts';
import { toCsv } from '#services/platform/csv/csv.ts';
import type { Figure } from '../figure.ts';
import { readAllMembers } from './directory.ts';
import { CREDENTIALS } from './grow-members.ts';
import { type Members, type Run, run } from './start-members.ts';

/** For a rate of at least 0.7 of the bare loop's. */
const RATE_BUDGET = 1.43;
/** Rows that an import changes, half of them at a time. */
const IMPORTED = 2_000;
/** Calls at the same time, as in a job. */
const CONCURRENCY = 8;
const ROWS_AT_A_TIME = 5_000;

/**
 * Jobs on members: an export of all, the check of a file of all, and an import that changes some, each
 * compared with a bare loop of calls at the same concurrency, with the memory they take.
 */
export async function benchJobs(suite: string, members: Members, size: number): Promise<Figure[]> {
  return [
    ...(await benchExport(suite, members, size)),
    ...(await benchCheck(suite, members, size)),
    ...(await benchImport(suite, members, size)),
  ];
}

async function benchExport(suite: string, members: Members, size: number): Promise<Figure[]> {
  const { gateway, loyalty } = members;
  const bare = await run(() => readAllMembers(loyalty.baseUrl));
  let job: Job | undefined;
  const exported = await run(async () => {
    job = await gateway.create({ kind: 'export' });
    await gateway.work();
  });
  await requireDone(members, job, size);
  const downloaded = await run(async () => {
    const response = await gateway.call(`/teams/1/jobs/${job?.id}/result.csv`);
    // Not kept, so that only the server's memory counts.
    for await (const _chunk of response.body ?? []);
  });
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
    { suite, name: 'export, peak memory', unit: 'MB', value: exported.peakMegabytes },
    { suite, name: 'download, peak memory', unit: 'MB', value: downloaded.peakMegabytes },
  ];
}

type ListedMember = Record<'row' | 'member_id' | 'first_name', string>;

/** A file with a row for each member, of which the check finds that nothing would change. */
async function benchCheck(suite: string, members: Members, size: number): Promise<Figure[]> {
  const { storage, gateway } = members;
  const rows = async function* () {
    yield Buffer.from('member_id,first_name\r\n');
    let last: string | undefined = '0';
    while (last !== undefined) {
      const { rows }: { rows: ListedMember[] } = await storage.db.execute(sql`
        select row, member_id, first_name from directory_members
        where team_id = 1 and row > ${last} order by row limit ${ROWS_AT_A_TIME}`);
      last = rows.at(-1)?.row;
      yield Buffer.from(toCsv(rows.map((row) => [row.member_id, row.first_name])));
    }
  };
  let job: Job | undefined;
  const checked = await run(async () => {
    job = await gateway.upload(Readable.toWeb(Readable.from(rows())) as ReadableStream<Uint8Array>);
  });
  if (job?.state !== 'checked' || job.summary.same !== size) {
    throw new Error(`${job?.state}: ${JSON.stringify(job?.summary)}`);
  }
  return [
    { suite, name: 'check of a file', unit: '/s', value: size / (checked.ms / 1000) },
    { suite, name: 'check of a file, peak memory', unit: 'MB', value: checked.peakMegabytes },
  ];
}

/** The bare loop and the import change different members in turns. */
async function benchImport(suite: string, members: Members, size: number): Promise<Figure[]> {
  const { gateway, loyalty } = members;
  const ids = (await listIds(members, IMPORTED)).map(({ member_id }) => member_id);
  const half = ids.length / 2;
  const [bare, imported] = [
    { ms: 0, peakMegabytes: 0 },
    { ms: 0, peakMegabytes: 0 },
  ];
  const add = (sum: Run, { ms, peakMegabytes }: Run) => {
    sum.ms += ms;
    sum.peakMegabytes = Math.max(sum.peakMegabytes, peakMegabytes);
  };
  for (const some of [ids.slice(0, half), ids.slice(half)]) {
    add(bare, await run(() => changeMembers(loyalty.baseUrl, some, 'old_patron')));
    // Another value for each size: the same members may have been changed with a smaller one.
    const csv = ['member_id,instagram_handle', ...some.map((id) => `${id},patron_${size}`)];
    const job = await gateway.upload(csv.join('\r\n'));
    add(
      imported,
      await run(async () => {
        await gateway.move(job, 'start');
        await gateway.work();
      }),
    );
    await requireDone(members, job, some.length);
  }
  const perThousand = (ms: number) => (ms / ids.length) * 1000;
  return [
    {
      suite,
      name: 'import, per 1,000 changed members',
      unit: 'ms',
      value: perThousand(imported.ms),
      against: { name: 'bare calls', value: perThousand(bare.ms) },
      budget: RATE_BUDGET,
    },
    { suite, name: 'import', unit: '/s', value: ids.length / (imported.ms / 1000) },
    { suite, name: 'import, peak memory', unit: 'MB', value: imported.peakMegabytes },
  ];
}

/** The first members by name. */
export async function listIds(
  { gateway }: Members,
  count: number,
): Promise<{ id: string; member_id: string }[]> {
  const ids: { id: string; member_id: string }[] = [];
  let cursor: string | null = null;
  do {
    const start: Record<string, string> = cursor === null ? {} : { start_cursor: cursor };
    const page = await gateway.list({ sort: 'name', count: '200', ...start });
    ids.push(...page.data.map(({ id, member_id }) => ({ id, member_id })));
    cursor = page.next_cursor;
  } while (cursor !== null && ids.length < count);
  return ids.slice(0, count);
}

/** The calls of an import: it reads each member before it changes it. */
async function changeMembers(
  baseUrl: string,
  ids: readonly string[],
  handle: string,
): Promise<void> {
  const remaining = ids.values();
  const work = async () => {
    for (const id of remaining) {
      const url = `${baseUrl}/loyalty/members/${encodeURIComponent(id)}?idParam=member_id`;
      await call(url, { headers: CREDENTIALS });
      await call(url, {
        method: 'POST',
        headers: { ...CREDENTIALS, 'content-type': 'application/json' },
        body: JSON.stringify({ twitter_handle: handle }),
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

async function call(url: string, options: Parameters<typeof request>[1]): Promise<void> {
  const { statusCode, body } = await request(url, options);
  await body.json();
  if (statusCode !== 200) throw new Error(`${url} responded ${statusCode}`);
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
