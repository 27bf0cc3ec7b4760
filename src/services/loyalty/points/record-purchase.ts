import { eq, sql } from 'drizzle-orm';
import type { ActivityRow } from '#services/loyalty/tables/activities-table.ts';
import { members } from '#services/loyalty/tables/members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/**
 * Whether doing an activity is buying something: its points are a multiple of the quantity alone,
 * which then is the amount spent (docs/decisions/loyalty/points-ledger.md).
 */
export function isPurchase({ pointsConfig }: Pick<ActivityRow, 'pointsConfig'>): boolean {
  const { points_computation_type, attribute_to_multiply } = pointsConfig;
  return points_computation_type === 'multiplier_based' && !attribute_to_multiply;
}

/**
 * Adds a purchase to what a member has bought. The caller holds the member's row lock.
 * @param amount in the program's currency, to the cent.
 */
export async function recordPurchase(
  tx: Queries,
  { memberId, amount }: { memberId: number; amount: number },
  now: Date,
): Promise<void> {
  const moment = now.toISOString();
  await tx
    .update(members)
    .set({
      purchases: sql`${members.purchases} + 1`,
      revenue: sql`${members.revenue} + ${amount}`,
      firstPurchaseDate: sql`coalesce(${members.firstPurchaseDate}, ${moment})`,
      lastPurchaseDate: moment,
    })
    .where(eq(members.id, memberId));
}
