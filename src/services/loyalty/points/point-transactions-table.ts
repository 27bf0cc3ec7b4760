import { gt, isNotNull, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { activities } from '#services/loyalty/activities/activities-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Actor } from '#services/platform/context.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/**
 * - `earned`: available immediately; `pending`: waits for approval
 * - `approved`, `rejected`: outcome of a pending transaction (`reference`)
 * - `expired`, `deducted`, `redeemed`: reduce the available points
 * - `added`, `removed`: adjusted by an operator; neither counts toward the tier
 */
export type TransactionKind =
  | 'earned'
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'expired'
  | 'deducted'
  | 'redeemed'
  | 'added'
  | 'removed';

/**
 * The ledger. Append-only, except for `remaining` and `expires_at`. A member's totals are sums over
 * it.
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
    /** Never negative; the kind decides whether they are added or subtracted. */
    points: bigint({ mode: 'number' }).notNull(),
    /** Earned and approved points that are not yet spent or expired. */
    remaining: bigint({ mode: 'number' }).notNull().default(0),
    expiresAt: moment('expires_at'),
    /** Whether the points count toward the tier. */
    qualifies: boolean().notNull().default(false),
    /** The pending transaction that this one approves or rejects. */
    reference: bigint({ mode: 'number' }),
    /** The amount spent, if a pending transaction is a purchase, which counts once it is approved. */
    purchaseAmount: numeric('purchase_amount', { precision: 16, scale: 2, mode: 'number' }),
    /** Why an operator adjusted the points. */
    reason: text(),
    /** Who adjusted the points; null for other kinds, and for adjustments before version 0.2.0. */
    adjustedBy: jsonb('adjusted_by').$type<Actor>(),
    /** The key of an adjustment that its client may repeat. */
    idempotencyKey: text('idempotency_key'),
    occurredAt: moment('occurred_at').notNull(),
  },
  (table) => [
    check('loyalty_point_transactions_points_check', sql`${table.points} >= 0`),
    check(
      'loyalty_point_transactions_remaining_check',
      sql`${table.remaining} between 0 and ${table.points}`,
    ),
    uniqueIndex('loyalty_point_transactions_key_unique')
      .on(table.memberId, table.idempotencyKey)
      .where(isNotNull(table.idempotencyKey)),
    // How often a member did an activity since a time; and all transactions of a member.
    index('loyalty_point_transactions_member_index').on(
      table.memberId,
      table.activityId,
      table.occurredAt,
    ),
    // How often members earned by each activity since a time, and how many points.
    index('loyalty_point_transactions_activity_index')
      .on(table.activityId, table.occurredAt, table.kind, table.points)
      .where(isNotNull(table.activityId)),
    // Remaining points of a member, next to expire first; and the next of all members.
    index('loyalty_point_transactions_left_index')
      .on(table.memberId, table.expiresAt)
      .where(gt(table.remaining, sql`0`)),
    index('loyalty_point_transactions_expiry_index')
      .on(table.expiresAt)
      .where(gt(table.remaining, sql`0`)),
  ],
);
