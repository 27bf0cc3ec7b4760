import { sql } from 'drizzle-orm';
import type { Database } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import type { Figure } from '../figure.ts';
import { interleave } from '../interleave.ts';
import type { Members } from './start-members.ts';

const PAGE_LIMIT_MS = 150;
const COUNT_LIMIT_MS = 1000;

type Filter = Record<string, string>;

/** The first page and the number of members with each filter, with several of them, and the points owed on the overview. */
export async function benchFilters(suite: string, members: Members): Promise<Figure[]> {
  const { storage, gateway } = members;
  const budget = storage.kind === 'postgres' ? 1 : undefined;
  const figures: Figure[] = [];
  const measure = async (name: string, action: () => Promise<unknown>, limit: number) => {
    const { p50: value } = (await interleave({ action })).action;
    const against = { name: 'limit', value: limit };
    figures.push({ suite, name: `${name}, p50`, unit: 'ms', value, against, budget });
  };
  const list = (filter: Filter) => () => gateway.list({ ...filter, count: '50', total: 'false' });
  const count = (filter: Filter) => () => gateway.list({ ...filter, count: '1' });
  const filters = await singleFilters(storage.db);
  for (const [name, value] of Object.entries(filters)) {
    await measure(`filter ${name}=${value}`, list({ [name]: value }), PAGE_LIMIT_MS);
    await measure(`filter ${name}=${value}, counted`, count({ [name]: value }), COUNT_LIMIT_MS);
  }
  for (const names of COMBINATIONS) {
    const chosen = Object.fromEntries(names.map((name) => [name, filters[name] ?? '']));
    await measure(`filters ${names.join(' & ')}, counted`, count(chosen), COUNT_LIMIT_MS);
  }
  const owed = () => gateway.call('/teams/1/directory/points-owed').then((found) => found.json());
  await measure('points owed, with their statement', owed, COUNT_LIMIT_MS);
  return figures;
}

/** Few members match some of these, and most match others. */
async function singleFilters(db: Database): Promise<Filter> {
  const { rows } = await db.execute<{ tier: string; referrer: string }>(sql`
    select min(tier_id) as tier, min(referrer_id) as referrer from directory_members`);
  const { tier, referrer } = one(rows);
  return {
    status: 'blocked',
    tier,
    tag: 'vip',
    tag_none: 'vip',
    country: 'US',
    state: 'TX',
    city: 'Austin',
    language: 'English',
    subscription: 'subscribed',
    birthday_month: '2',
    has_email: 'false',
    has_phone: 'true',
    enrolled_from: '2025-01-01',
    changed_from: '2026-01-01',
    first_purchase_to: '2025-01-01',
    last_purchase_from: '2026-01-01',
    points_min: '1000',
    lifetime_points_min: '1000',
    purchases_min: '1',
    redemptions_min: '1',
    revenue_min: '500.5',
    expiring_within: '30',
    expiring_month: '2027-01',
    referrer,
    'attribute.favorite_category': 'kitchen',
    'attribute_min.store_visits': '30',
  };
}

const COMBINATIONS = [
  ['tier', 'state'],
  ['country', 'purchases_min'],
  ['tag_none', 'subscription', 'points_min'],
  ['language', 'birthday_month', 'has_phone'],
  ['last_purchase_from', 'revenue_min'],
  ['first_purchase_to', 'redemptions_min', 'lifetime_points_min'],
  ['expiring_within', 'attribute.favorite_category'],
  ['has_phone', 'enrolled_from', 'purchases_min', 'revenue_min', 'points_min'],
];
