import { formatMonthDayYear } from '#contract/loyalty/dates.ts';
import type { PointsExpiration } from '#contract/loyalty/members/member.ts';
import type { Random } from '#services/demo/seed/random.ts';
import type { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';

export const DAY_MS = 86_400_000;
const EXPIRES_AFTER_DAYS = 365;

type Transaction = Omit<typeof pointTransactions.$inferInsert, 'memberId'>;

interface PointsHistory {
  transactions: Transaction[];
  /** The member's columns: sums of the transactions. */
  totals: {
    pointsEarned: number;
    pointsExpired: number;
    pointsDeducted: number;
    pointsRedeemed: number;
    pendingPoints: number;
    availablePoints: number;
    qualifiedPoints: number;
    activitiesDone: number;
    redemptions: number;
    expirationSchedule: PointsExpiration[] | null;
  };
}

/** What members earn points for, by the rules of the activities. */
export interface EarningActivities {
  /** What every member does first. */
  welcomeId: number;
  /** Earns a point for each one spent. */
  purchaseId: number;
  /** Activities by their fixed points, which a member may do at least once. */
  fixedIds: ReadonlyMap<number, number>;
  /** Its points wait for approval. */
  approved: { id: number; points: number };
}

interface HistoryOptions {
  enrolledAt: Date;
  periodStart: Date;
  now: Date;
  activities: EarningActivities;
}

const WELCOME_POINTS = 100;

/** A few years of points of one member, as the rules of the program would produce them. */
export function createPointsHistory(
  random: Random,
  { enrolledAt, periodStart, now, activities }: HistoryOptions,
): PointsHistory {
  const span = now.getTime() - enrolledAt.getTime();
  const scale = random.pick([20, 60, 150, 400, 1500]);
  const moments = Array.from({ length: random.integer(0, 4) }, () => random.fraction()).sort();
  const done = new Set<number>();
  const earned: Transaction[] = [0, ...moments].map((fraction, index) => {
    const occurredAt = new Date(enrolledAt.getTime() + Math.floor(fraction * span));
    const points = index === 0 ? WELCOME_POINTS : random.integer(1, 10) * scale;
    const expiresAt = new Date(occurredAt.getTime() + EXPIRES_AFTER_DAYS * DAY_MS);
    const activityId =
      index === 0
        ? activities.welcomeId
        : findActivity(activities, points, { done, mayBeFixed: random.chance(0.8) });
    done.add(activityId);
    const isExpired = expiresAt <= now;
    return {
      kind: 'earned',
      points,
      remaining: isExpired ? 0 : points,
      expiresAt,
      occurredAt,
      activityId,
      qualifies: true,
    };
  });
  const transactions = [...earned];
  for (const { expiresAt, points } of earned.filter(({ remaining }) => remaining === 0)) {
    transactions.push({ kind: 'expired', points, occurredAt: expiresAt ?? now });
  }
  const open = earned.filter(({ remaining = 0 }) => remaining > 0);
  const redeemed = random.chance(0.35) ? spend(open, random.integer(1, 8) * 25) : 0;
  if (redeemed > 0) transactions.push({ kind: 'redeemed', points: redeemed, occurredAt: now });
  const deducted = random.chance(0.06) ? spend(open, 10) : 0;
  if (deducted > 0) transactions.push({ kind: 'deducted', points: deducted, occurredAt: now });
  if (random.chance(0.08)) {
    const share = random.fraction();
    const days = random.chance(0.5) ? 1 : 5;
    const occurredAt = new Date(now.getTime() - Math.floor(share * Math.min(span, days * DAY_MS)));
    const { id: activityId, points } = activities.approved;
    transactions.push({ kind: 'pending', points, occurredAt, activityId, qualifies: true });
  }
  return { transactions, totals: totalsOf(transactions, periodStart) };
}

/** An activity with exactly these points that the member has not done yet, or else a purchase. */
function findActivity(
  { purchaseId, fixedIds }: EarningActivities,
  points: number,
  { done, mayBeFixed }: { done: ReadonlySet<number>; mayBeFixed: boolean },
): number {
  const fixed = mayBeFixed ? fixedIds.get(points) : undefined;
  return fixed === undefined || done.has(fixed) ? purchaseId : fixed;
}

/** Uses up points, those that expire first, first. @returns the number of points that were available. */
function spend(lots: Transaction[], wanted: number): number {
  let missing = wanted;
  for (const lot of lots) {
    const used = Math.min(missing, lot.remaining ?? 0);
    lot.remaining = (lot.remaining ?? 0) - used;
    missing -= used;
  }
  return wanted - missing;
}

function totalsOf(transactions: Transaction[], periodStart: Date): PointsHistory['totals'] {
  const sum = (kind: Transaction['kind'], isCounted = (_: Transaction) => true) =>
    transactions
      .filter((transaction) => transaction.kind === kind && isCounted(transaction))
      .reduce((total, { points }) => total + points, 0);
  const inPeriod = ({ occurredAt }: Transaction) => occurredAt >= periodStart;
  const [earned, expired, deducted, redeemed] = [
    sum('earned'),
    sum('expired'),
    sum('deducted'),
    sum('redeemed'),
  ];
  const lots = transactions.filter(({ remaining = 0 }) => remaining > 0);
  return {
    pointsEarned: earned,
    pointsExpired: expired,
    pointsDeducted: deducted,
    pointsRedeemed: redeemed,
    pendingPoints: sum('pending'),
    availablePoints: earned - expired - deducted - redeemed,
    qualifiedPoints: Math.max(sum('earned', inPeriod) - sum('deducted', inPeriod), 0),
    activitiesDone: transactions.filter(({ activityId }) => activityId).length,
    redemptions: redeemed > 0 ? 1 : 0,
    expirationSchedule: lots.length === 0 ? null : scheduleOf(lots),
  };
}

function scheduleOf(lots: Transaction[]): PointsExpiration[] {
  const byDay = new Map<string, number>();
  for (const { expiresAt, remaining = 0 } of lots) {
    const day = expiresAt?.toISOString().slice(0, 10) ?? '';
    byDay.set(day, (byDay.get(day) ?? 0) + remaining);
  }
  return [...byDay]
    .sort()
    .map(([day, points]) => ({ expiration_date: formatMonthDayYear(day), points }));
}
