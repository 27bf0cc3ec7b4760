import { formatMonthDayYear } from '#contract/loyalty/dates.ts';
import type { PointsExpiration } from '#contract/loyalty/members/member.ts';
import type { Random } from '#services/demo/seed/random.ts';
import type { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';

export const DAY_MS = 86_400_000;
const EXPIRES_AFTER_DAYS = 365;

type Transaction = Omit<typeof pointTransactions.$inferInsert, 'memberId'>;

interface Past {
  transactions: Transaction[];
  /** The member's columns that the transactions add up to. */
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

interface Setting {
  enrolledAt: Date;
  periodStart: Date;
  now: Date;
  /** The first is what everybody did first. */
  activityIds: readonly number[];
}

/** A few years of points of one member, as the rules of the program would have left them. */
export function createPast(
  random: Random,
  { enrolledAt, periodStart, now, activityIds }: Setting,
): Past {
  const span = now.getTime() - enrolledAt.getTime();
  const scale = random.pick([20, 60, 150, 400, 1500]);
  const moments = Array.from({ length: random.integer(0, 4) }, () => random.fraction()).sort();
  const earned: Transaction[] = [0, ...moments].map((fraction, index) => {
    const occurredAt = new Date(enrolledAt.getTime() + Math.floor(fraction * span));
    const points = index === 0 ? 100 : random.integer(1, 10) * scale;
    const expiresAt = new Date(occurredAt.getTime() + EXPIRES_AFTER_DAYS * DAY_MS);
    const activityId = index === 0 ? activityIds[0] : random.pick(activityIds.slice(1));
    const hasLapsed = expiresAt <= now;
    return {
      kind: 'earned',
      points,
      remaining: hasLapsed ? 0 : points,
      expiresAt,
      occurredAt,
      activityId: activityId ?? null,
      qualifies: true,
    };
  });
  const transactions = [...earned];
  for (const { expiresAt, points } of earned.filter(({ remaining }) => remaining === 0)) {
    transactions.push({ kind: 'expired', points, occurredAt: expiresAt ?? now });
  }
  const left = earned.filter(({ remaining = 0 }) => remaining > 0);
  const redeemed = random.chance(0.35) ? spend(left, random.integer(1, 8) * 25) : 0;
  if (redeemed > 0) transactions.push({ kind: 'redeemed', points: redeemed, occurredAt: now });
  const deducted = random.chance(0.06) ? spend(left, 10) : 0;
  if (deducted > 0) transactions.push({ kind: 'deducted', points: deducted, occurredAt: now });
  if (random.chance(0.08)) {
    const occurredAt = new Date(
      now.getTime() - Math.floor(random.fraction() * Math.min(span, 5 * DAY_MS)),
    );
    const activityId = random.pick(activityIds.slice(1));
    transactions.push({ kind: 'pending', points: scale, occurredAt, activityId, qualifies: true });
  }
  return { transactions, totals: totalsOf(transactions, periodStart) };
}

/** Takes points from what lapses first; answers how many there were to take. */
function spend(left: Transaction[], wanted: number): number {
  let open = wanted;
  for (const lot of left) {
    const taken = Math.min(open, lot.remaining ?? 0);
    lot.remaining = (lot.remaining ?? 0) - taken;
    open -= taken;
  }
  return wanted - open;
}

function totalsOf(transactions: Transaction[], periodStart: Date): Past['totals'] {
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
