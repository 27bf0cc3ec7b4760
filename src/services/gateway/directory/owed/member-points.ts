import { parseDate } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** Points of a member by what they are, without zeros. Months are in UTC, as `YYYY-MM`. */
export type MemberPoints = Partial<
  Record<'available' | 'pending' | 'earned' | 'expired' | `${number}-${number}`, number>
>;

/** A member's points: balance, lifetime earned, expired, and those that expire by month. */
export function memberPoints(member: Member): MemberPoints {
  const points: Record<string, number> = {
    available: member.available_points ?? 0,
    pending: member.pending_points ?? 0,
    earned: member.lifetime_points_earned ?? 0,
    expired: member.lifetime_points_expired ?? 0,
  };
  for (const { expiration_date: date, points: expiring = 0 } of member.points_expiration_schedule ??
    []) {
    const month = date === undefined ? undefined : monthOf(date);
    if (month !== undefined) points[month] = (points[month] ?? 0) + expiring;
  }
  return Object.fromEntries(Object.entries(points).filter(([, each]) => each !== 0));
}

function monthOf(text: string): string | undefined {
  const date = parseDate(text);
  return date === null || date.kind === 'yearless' ? undefined : date.iso.slice(0, 7);
}
