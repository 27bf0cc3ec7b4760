import { eq } from 'drizzle-orm';
import type { PointsExpiration } from '#contract/loyalty/members/member.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import type { Database } from '#services/platform/database/database.ts';

type Transaction = typeof pointTransactions.$inferSelect;

/** A member's stored totals, and the same totals calculated from the transactions. */
export async function readTotals(db: Database, memberId: number) {
  const [member] = await db.select().from(members).where(eq(members.id, memberId));
  if (!member) throw new Error('There is no such member');
  const ledger = await db
    .select()
    .from(pointTransactions)
    .where(eq(pointTransactions.memberId, memberId));
  const shown = {
    earned: member.pointsEarned,
    pending: member.pendingPoints,
    expired: member.pointsExpired,
    deducted: member.pointsDeducted,
    redeemed: member.pointsRedeemed,
    available: member.availablePoints,
    left: member.availablePoints,
    activities: member.activitiesDone,
    redemptions: member.redemptions,
    schedule: member.expirationSchedule,
  };
  return { shown, summed: sumUp(ledger) };
}

function sumUp(ledger: Transaction[]) {
  const of = (...kinds: Transaction['kind'][]) => ledger.filter(({ kind }) => kinds.includes(kind));
  const sum = (rows: Transaction[]) => rows.reduce((all, { points }) => all + points, 0);
  const earned = sum(of('earned', 'approved', 'added'));
  return {
    earned,
    pending: sum(of('pending')) - sum(of('approved', 'rejected')),
    expired: sum(of('expired')),
    deducted: sum(of('deducted', 'removed')),
    redeemed: sum(of('redeemed')),
    available: earned - sum(of('expired', 'deducted', 'redeemed', 'removed')),
    left: ledger.reduce((all, { remaining }) => all + remaining, 0),
    activities: of('earned', 'pending').length,
    redemptions: of('redeemed').length,
    schedule: calculateSchedule(ledger),
  };
}

function calculateSchedule(ledger: Transaction[]): PointsExpiration[] | null {
  const days = new Map<string, number>();
  for (const { remaining, expiresAt } of ledger) {
    if (remaining === 0 || !expiresAt) continue;
    const day = expiresAt.toISOString().slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + remaining);
  }
  const schedule = [...days].sort().map(([day, points]) => {
    const [year, month, date] = day.split('-');
    return { expiration_date: `${month}/${date}/${year}`, points };
  });
  return schedule.length === 0 ? null : schedule;
}
