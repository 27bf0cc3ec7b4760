import { formatMonthDayYear, formatMonthDayYearTime } from '#contract/loyalty/dates.ts';
import type { Random } from '#services/demo/seed/random.ts';
import type { members } from '#services/loyalty/members/members-table.ts';
import type { Tier } from '#services/loyalty/tiers/tiers-table.ts';
import { createPointsHistory, DAY_MS, type EarningActivities } from './loyalty-points.ts';
import { createProfile } from './loyalty-profiles.ts';

const YEARS = 3;
const TAGS = [
  'vip',
  'newsletter',
  'early-access',
  'wholesale',
  'staff-pick',
  'winter-2025',
  'gold club',
  'été',
];
const INTERESTS = ['gardening', 'ceramics', 'tea', 'running', 'cinéma', '写真', 'chess'];

export interface MemberOptions {
  programId: number;
  /** Ordered by threshold. */
  tiers: readonly Tier[];
  activities: EarningActivities;
  now: Date;
  serial: number;
}

/** A member row with the point transactions that its totals are computed from. */
export function createMember(random: Random, options: MemberOptions) {
  const { programId, tiers, activities, now, serial } = options;
  const { login, ...profile } = createProfile(random, serial);
  const enrolledAt = new Date(now.getTime() - Math.floor(random.fraction() * YEARS * 365 * DAY_MS));
  const periodStart = currentPeriodStart(enrolledAt, now);
  const history = createPointsHistory(random, { enrolledAt, periodStart, now, activities });
  const tier = tiers.findLast(({ threshold }) => threshold <= history.totals.qualifiedPoints);
  const row: typeof members.$inferInsert = {
    programId,
    serviceId: random.hex(24),
    memberId: `M-${String(serial).padStart(6, '0')}`,
    status: random.chance(0.02) ? 'blocked' : random.chance(0.02) ? 'opted_out' : 'active',
    ...profile,
    ...(serial % 40 === 27 ? { phoneNumber: '' } : {}),
    ...(serial % 19 === 0 ? { addressLine2: `Apt ${1 + (serial % 12)}B` } : {}),
    emailAddress: random.chance(0.95) ? `${login}@example.test` : '',
    ...createPurchases(random, enrolledAt, now),
    birthdate: createBirthdate(random),
    anniversaryDate: random.chance(0.2) ? createBirthdate(random) : '',
    enrolledAt,
    modifiedAt: new Date(
      enrolledAt.getTime() + Math.floor(random.fraction() * (now.getTime() - enrolledAt.getTime())),
    ),
    twitterHandle: random.chance(0.15) ? `demo_${serial}` : '',
    instagramHandle: random.chance(0.3) ? `demo.${serial}` : '',
    gender: random.pick(['female', 'male', 'non-binary', '']),
    tags: TAGS.filter(() => random.chance(0.18)),
    emailSubscriptionStatus: random.chance(0.85) ? 'subscribed' : 'unsubscribed',
    customAttributes: { ...createCustomAttributes(random), ...createRareAttributes(serial) },
    tierId: tier?.id ?? null,
    tierPeriodStart: periodStart,
    tierPeriodEnd: oneYearAfter(periodStart),
    ...history.totals,
    referralCode: `DEMO${serial.toString(36).toUpperCase().padStart(5, '0')}`,
  };
  return { row, transactions: history.transactions };
}

/** Tier periods are years from the enrollment date. */
function currentPeriodStart(enrolledAt: Date, now: Date): Date {
  let start = enrolledAt;
  while (oneYearAfter(start) <= now) start = oneYearAfter(start);
  return start;
}

function oneYearAfter(moment: Date): Date {
  const next = new Date(moment);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next;
}

function createPurchases(random: Random, enrolledAt: Date, now: Date) {
  const purchases = random.chance(0.2) ? 0 : random.integer(1, 24);
  if (purchases === 0) return { purchases, revenue: 0 };
  const span = now.getTime() - enrolledAt.getTime();
  const first = new Date(enrolledAt.getTime() + Math.floor(random.fraction() * span * 0.5));
  const last =
    purchases === 1
      ? first
      : new Date(
          first.getTime() + Math.floor((now.getTime() - first.getTime()) * random.fraction()),
        );
  return {
    purchases,
    revenue: (purchases * random.integer(900, 14_000)) / 100,
    firstPurchaseDate: formatDate(random, first),
    lastPurchaseDate: formatDate(random, last),
  };
}

/** In one of the date formats of the contract, as if from different older systems. */
function formatDate(random: Random, moment: Date): string {
  return random.pick([
    moment.toISOString(),
    formatMonthDayYear(moment.toISOString().slice(0, 10)),
    formatMonthDayYearTime(moment),
  ]);
}

function createBirthdate(random: Random): string {
  const [month, day] = [random.integer(1, 12), random.integer(1, 28)].map((part) =>
    String(part).padStart(2, '0'),
  );
  // 1904 means that the year is unknown.
  const year = random.chance(0.1) ? 1904 : random.integer(1946, 2006);
  return random.chance(0.8) ? `${month}/${day}/${year}` : `${year}-${month}-${day}T00:00:00Z`;
}

function createCustomAttributes(random: Random) {
  return {
    favorite_category: random.pick(['home', 'kitchen', 'outdoor', 'books']),
    store_visits: random.integer(0, 40),
    ...(random.chance(0.4) ? { shoe_size: random.integer(70, 96) / 2 } : {}),
    ...(random.chance(0.5) ? { interests: INTERESTS.filter(() => random.chance(0.3)) } : {}),
    ...(random.chance(0.1)
      ? { lucky_numbers: [random.integer(1, 49), random.integer(1, 49)] }
      : {}),
  };
}

/** Attributes of a few members, with unusual names and values. */
function createRareAttributes(serial: number) {
  return {
    ...(serial % 14 === 10 ? { 'préférences cadeau': 'Emballage discret, sans prix 🎁' } : {}),
    ...(serial % 22 === 15 ? { size_chart: ['M', 38, 'EU'], wishlist: [] } : {}),
    ...(serial % 26 === 18 ? { last_survey: '11/04/2025', balance_correction: -12.75 } : {}),
    ...(serial % 50 === 21
      ? { note: 'Asked to be called back about the autumn workshop; prefers mornings. '.repeat(6) }
      : {}),
  };
}
