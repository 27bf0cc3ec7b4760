import { sql } from 'drizzle-orm';
import { request } from 'undici';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { PAGE_SIZE } from '#services/gateway/directory/crawl/read-members.ts';
import { encodePosition } from '#services/gateway/directory/directory-cursor.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Figure } from '../figure.ts';
import { interleave, ROUNDS_FOR_P99 } from '../interleave.ts';
import { benchFilters } from './directory-filters.ts';
import { CREDENTIALS } from './grow-members.ts';
import { CRAWLED_MAX, type Members, run, vacuumDirectory } from './start-members.ts';

const SEARCH_LIMIT_MS = 50;
const FACETS_LIMIT_MS = 150;
/** A sorted page deep in the list may take this many times as long as the first one. */
const DEEP_BUDGET = 1.2;
/** Members to search for, one after another. */
const SAMPLES = 40;

/**
 * The member directory: its first crawl compared with a bare loop of the same calls, searches, sorted
 * pages and facets.
 */
export async function benchDirectory(
  suite: string,
  members: Members,
  size: number,
): Promise<Figure[]> {
  return [
    ...(size > CRAWLED_MAX ? [] : await benchCrawl(suite, members, size)),
    ...(await benchSearch(suite, members)),
    ...(await benchSorting(suite, members)),
    ...(await benchFacets(suite, members)),
    ...(await benchFilters(suite, members)),
  ];
}

async function benchCrawl(suite: string, members: Members, size: number): Promise<Figure[]> {
  const { storage, gateway, loyalty } = members;
  const bare = await run(() => readAllMembers(loyalty.baseUrl));
  const crawl = await run(gateway.update);
  await vacuumDirectory(storage);
  const perThousand = (ms: number) => (ms / size) * 1000;
  return [
    {
      suite,
      name: 'first crawl, per 1,000 members',
      unit: 'ms',
      value: perThousand(crawl.ms),
      against: { name: 'the same calls', value: perThousand(bare.ms) },
    },
    { suite, name: 'first crawl', unit: '/s', value: size / (crawl.ms / 1000) },
    { suite, name: 'first crawl, peak memory', unit: 'MB', value: crawl.peakMegabytes },
  ];
}

/** The calls of a crawl, one after another, without doing anything with the members. */
export async function readAllMembers(baseUrl: string): Promise<void> {
  for (const status of MEMBER_STATUSES) {
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ count: String(PAGE_SIZE), member_status: status });
      if (cursor !== undefined) query.set('start_cursor', cursor);
      const response = await request(`${baseUrl}/loyalty/members?${query}`, {
        headers: CREDENTIALS,
      });
      const { data } = (await response.body.json()) as {
        data: { more: boolean; next_cursor: string };
      };
      cursor = data.more ? data.next_cursor : undefined;
    } while (cursor !== undefined);
  }
}

async function benchSearch(suite: string, { storage, gateway }: Members): Promise<Figure[]> {
  const samples = await sampleMembers(storage.db);
  const search = (q: string) => gateway.list({ q, count: '50' });
  const toQueries = {
    prefix: prefixOf,
    twoWords: ({ first_name, last_name }: Sample) => `${last_name} ${first_name.slice(0, 3)}`,
    typo: ({ last_name }: Sample) => withTypo(last_name),
    email: ({ email_address }: Sample) => email_address,
  };
  // A database that has just been filled would read its pages from the disk.
  for (const toQuery of Object.values(toQueries)) {
    for (const sample of samples) await search(toQuery(sample));
  }
  const searchInTurn = (toQuery: (member: Sample) => string) =>
    inTurn(samples, (member) => search(toQuery(member)));
  const times = await interleave(
    {
      prefix: searchInTurn(toQueries.prefix),
      twoWords: searchInTurn(toQueries.twoWords),
      typo: searchInTurn(toQueries.typo),
      email: searchInTurn(toQueries.email),
    },
    ROUNDS_FOR_P99,
  );
  const names = { prefix: 'a prefix', twoWords: 'two words', typo: 'a typo', email: 'an email' };
  return Object.entries(names).flatMap(([key, name]) =>
    (['p50', 'p99'] as const).map(
      (share): Figure => ({
        suite,
        name: `search by ${name}, ${share}`,
        unit: 'ms',
        value: times[key as keyof typeof names][share],
        against: { name: 'limit', value: SEARCH_LIMIT_MS },
        budget: storage.kind === 'postgres' ? 1 : undefined,
      }),
    ),
  );
}

interface Sample {
  first_name: string;
  last_name: string;
  email_address: string;
}

async function sampleMembers(db: Database): Promise<Sample[]> {
  const { rows } = await db.execute<Sample & Record<string, unknown>>(sql`
    select first_name, last_name, email_address from directory_members
    where length(last_name) >= 5 and length(first_name) >= 3 and email_address <> ''
    order by md5(service_id) limit ${SAMPLES}`);
  return rows;
}

/** An action that takes the next sample each time. */
function inTurn(samples: readonly Sample[], action: (member: Sample) => Promise<unknown>) {
  let at = 0;
  return () => action(samples[at++ % samples.length] as Sample);
}

const prefixOf = ({ last_name }: Sample) => last_name.slice(0, 3);

/** With a letter in the middle left out. */
function withTypo(name: string): string {
  const middle = Math.floor(name.length / 2);
  return name.slice(0, middle) + name.slice(middle + 1);
}

async function benchSorting(suite: string, { storage, gateway }: Members): Promise<Figure[]> {
  const { rows } = await storage.db.execute<{ name_key: string; row: string }>(sql`
    select name_key, row from directory_members where team_id = 1
    order by name_key desc, row desc offset 200 limit 1`);
  const [deepest] = rows;
  const position = { rank: 0, key: deepest?.name_key ?? '', row: Number(deepest?.row) };
  const cursor = encodePosition('name', position);
  const times = await interleave({
    first: () => gateway.list({ sort: 'name', count: '50' }),
    deep: () => gateway.list({ sort: 'name', count: '50', start_cursor: cursor }),
  });
  return [
    { suite, name: 'first page by name, p50', unit: 'ms', value: times.first.p50 },
    {
      suite,
      name: 'deep page by name, p50',
      unit: 'ms',
      value: times.deep.p50,
      against: { name: 'first page', value: times.first.p50 },
      budget: DEEP_BUDGET,
    },
  ];
}

async function benchFacets(suite: string, { storage, gateway }: Members): Promise<Figure[]> {
  const samples = await sampleMembers(storage.db);
  const times = await interleave({
    all: () => gateway.facets(),
    filtered: () => gateway.facets({ status: 'active', points_min: '1000' }),
    searched: inTurn(samples, (member) => gateway.facets({ q: prefixOf(member) })),
  });
  const toFigure = (name: string, value: number): Figure => ({
    suite,
    name,
    unit: 'ms',
    value,
    against: { name: 'limit', value: FACETS_LIMIT_MS },
    budget: 1,
  });
  return [
    toFigure('facets of all, p50', times.all.p50),
    toFigure('facets with filters, p50', times.filtered.p50),
    toFigure('facets of a search, p50', times.searched.p50),
  ];
}
