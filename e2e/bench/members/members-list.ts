import { request } from 'undici';
import { seedLoyalty } from '#services/demo/seed/loyalty/loyalty.ts';
import { createMembersCursor } from '#services/loyalty/members/members-cursor.ts';
import { countMembers } from '#services/loyalty/members/members-store.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { Figure } from '../figure.ts';
import { interleave } from '../interleave.ts';
import type { Summary } from '../statistics.ts';
import { onEachStorage } from '../storages.ts';
import {
  CREDENTIALS,
  giveDistinctTags,
  growMembers,
  PROGRAM_ID,
  SEEDED_MEMBERS,
} from './grow-members.ts';
import {
  ACTIVE_MEMBERS,
  cursorKey,
  deepIdSql,
  FILTERED_LISTS,
  filtersOf,
  PAGE_ROWS,
  pageSql,
  totalSql,
} from './member-lists.ts';

const SIZES = [SEEDED_MEMBERS, 100_000, 1_000_000];
/** For a list of this size every filter is measured too. */
const FILTERS_FROM = 1_000_000;
/** A deep page may take this many times as long as the first one. */
const DEEP_BUDGET = 1.2;
/** On PostgreSQL a page may take this many times as long as its plain SQL. */
const PAGE_BUDGET = 3;

type MemberList = typeof ACTIVE_MEMBERS;

/** One list of one size on one database, and its address. */
interface Bench {
  suite: string;
  storage: Storage;
  service: TestLoyalty;
}

/**
 * Members lists over HTTP compared with plain SQL for the same rows and total on the same connection:
 * first and deep page, by number of members and by filter, on both databases.
 */
export function benchMembersList(): Promise<Figure[]> {
  return onEachStorage(async (name, storage) => {
    const service = await startLoyalty(storage, { responseChecks: 'sample' });
    const { encryption, clock } = service.dependencies;
    const webhookUrl = 'http://127.0.0.1:9/';
    await seedLoyalty(storage.db, { now: clock.now(), encryption, webhookUrl });
    const figures: Figure[] = [];
    let grown = SEEDED_MEMBERS;
    for (const size of SIZES) {
      await growMembers(storage, grown, size);
      grown = size;
      const bench = {
        suite: `members list, ${name}, ${size.toLocaleString('en')}`,
        storage,
        service,
      };
      figures.push(...(await benchDepth(bench)));
      if (size < FILTERS_FROM) continue;
      for (const list of FILTERED_LISTS) figures.push(...(await benchFilter(bench, list)));
      figures.push(...(await benchDistinctTags(bench)));
    }
    await service.close();
    return figures;
  });
}

/** The first page and one near the end, alternately. */
async function benchDepth({ suite, storage: { kind, db }, service }: Bench): Promise<Figure[]> {
  const budget = kind === 'postgres' ? PAGE_BUDGET : undefined;
  const { rows } = await db.execute<{ id: number | string }>(deepIdSql(ACTIVE_MEMBERS));
  const deepId = Number(rows[0]?.id);
  const times = await interleave({
    first: read(service, ACTIVE_MEMBERS),
    firstSql: () => db.execute(pageSql(ACTIVE_MEMBERS, 0)),
    deep: read(service, ACTIVE_MEMBERS, deepId),
    deepSql: () => db.execute(pageSql(ACTIVE_MEMBERS, deepId)),
  });
  const total = await interleave({
    kept: () => countMembers(db, PROGRAM_ID, filtersOf(ACTIVE_MEMBERS)),
    counted: () => db.execute(totalSql(ACTIVE_MEMBERS)),
  });
  return [
    ...compare(suite, 'first page', times.first, times.firstSql, { budget }),
    ...compare(suite, 'deep page', times.deep, times.deepSql, { budget }),
    {
      suite,
      name: 'deep page, p50',
      unit: 'ms',
      value: times.deep.p50,
      against: { name: 'first page', value: times.first.p50 },
      budget: DEEP_BUDGET,
    },
    {
      suite,
      name: 'total, p50',
      unit: 'ms',
      value: total.kept.p50,
      against: { name: 'counted by SQL', value: total.counted.p50 },
    },
  ];
}

/** The first page of a filtered list with its total, and the total alone. */
async function benchFilter(
  { suite, storage: { db }, service }: Bench,
  list: MemberList,
): Promise<Figure[]> {
  const { overHttp, bareSql, kept, counted } = await interleave({
    overHttp: read(service, list),
    bareSql: async () => {
      await db.execute(pageSql(list, 0));
      await db.execute(totalSql(list));
    },
    kept: () => countMembers(db, PROGRAM_ID, filtersOf(list)),
    counted: () => db.execute(totalSql(list)),
  });
  return [
    ...compare(suite, list.name, overHttp, bareSql, { against: 'bare SQL with total' }),
    {
      suite,
      name: `${list.name}, total, p50`,
      unit: 'ms',
      value: kept.p50,
      against: { name: 'counted by SQL', value: counted.p50 },
    },
  ];
}

/** Totals of lists filtered by tags if no two members have the same tags: the worst case for the counters. */
async function benchDistinctTags({ suite, storage: { db } }: Bench): Promise<Figure[]> {
  await giveDistinctTags(db);
  const figures: Figure[] = [];
  for (const list of FILTERED_LISTS.filter(({ query }) => query.member_tags)) {
    const { kept, counted } = await interleave({
      kept: () => countMembers(db, PROGRAM_ID, filtersOf(list)),
      counted: () => db.execute(totalSql(list)),
    });
    figures.push({
      suite,
      name: `${list.name}, total, different tags each, p50`,
      unit: 'ms',
      value: kept.p50,
      against: { name: 'counted by SQL', value: counted.p50 },
    });
  }
  return figures;
}

function compare(
  suite: string,
  name: string,
  overHttp: Summary,
  bare: Summary,
  { against = 'bare SQL', budget }: { against?: string; budget?: number | undefined } = {},
): Figure[] {
  return (['p50', 'p99'] as const).map((share) => ({
    suite,
    name: `${name}, ${share}`,
    unit: 'ms',
    value: overHttp[share],
    against: { name: against, value: bare[share] },
    budget: share === 'p50' ? budget : undefined,
  }));
}

/** Reads a page of a list over HTTP, from the start or after an id. */
function read({ baseUrl, dependencies: { keyring } }: TestLoyalty, list: MemberList, afterId = 0) {
  const url = new URL(`${baseUrl}/loyalty/members`);
  for (const [name, value] of Object.entries(list.query)) url.searchParams.set(name, value);
  url.searchParams.set('count', String(PAGE_ROWS));
  if (afterId > 0) {
    const cursor = createMembersCursor(keyring).encode(afterId, cursorKey(list));
    url.searchParams.set('start_cursor', cursor);
  }
  return async () => {
    const { statusCode, body } = await request(url, { headers: CREDENTIALS });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${url} responded ${statusCode}`);
  };
}
