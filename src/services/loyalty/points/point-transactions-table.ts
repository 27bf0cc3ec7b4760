import { gt, sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { activities } from '#services/loyalty/activities/activities-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/**
 * - `earned`: at once; `pending`: waits for approval
 * - `approved`, `rejected`: what became of a pending one (`reference`)
 * - `expired`, `deducted`, `redeemed`: taken from what was available
 */
export type TransactionKind =
  | 'earned'
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'expired'
  | 'deducted'
  | 'redeemed';

/**
 * The ledger: rows are added, and of a row only `remaining` and `expires_at` ever change. A member's
 * totals are sums over it.
 */
export const pointTransactions = pgTable(
  'loyalty_point_transactions',
  {
    id: idColumn(),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    activityId: bigint('activity_id', { mode: 'number' }).references(() => activities.id),
    kind: text().$type<TransactionKind>().notNull(),
    /** Never negative; the kind says which way they go. */
    points: bigint({ mode: 'number' }).notNull(),
    /** Of earned and approved points: those not yet spent or lapsed. */
    remaining: bigint({ mode: 'number' }).notNull().default(0),
    expiresAt: moment('expires_at'),
    /** Whether the points count for the tier. */
    qualifies: boolean().notNull().default(false),
    /** The pending transaction that this one settles. */
    reference: bigint({ mode: 'number' }),
    occurredAt: moment('occurred_at').notNull(),
  },
  (table) => [
    check('loyalty_point_transactions_points_check', sql`${table.points} >= 0`),
    check(
      'loyalty_point_transactions_remaining_check',
      sql`${table.remaining} between 0 and ${table.points}`,
    ),
    // How often a member did an activity since a moment; and all of a member.
    index('loyalty_point_transactions_member_index').on(
      table.memberId,
      table.activityId,
      table.occurredAt,
    ),
    // What is left of a member, soonest to lapse first; and what lapses next of all.
    index('loyalty_point_transactions_left_index')
      .on(table.memberId, table.expiresAt)
      .where(gt(table.remaining, sql`0`)),
    index('loyalty_point_transactions_expiry_index')
      .on(table.expiresAt)
      .where(gt(table.remaining, sql`0`)),
  ],
);
