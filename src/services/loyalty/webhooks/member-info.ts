import type { MemberInfo } from '#contract/loyalty/webhooks.ts';
import { toMember } from '../members/member-document.ts';
import type { MemberRow } from '../members/members-store.ts';
import type { Program } from '../programs/programs-table.ts';

/** The member that an event is about, as it stood when the event was written. */
export function toMemberInfo(row: MemberRow, program: Program): MemberInfo {
  const {
    pending_points,
    points_expiration_schedule: _schedule,
    number_of_activities: _activities,
    gender: _gender,
    email_subscription_status: _subscription,
    referrer_code: _code,
    referrer_ID: _id,
    referrer_name: _name,
    tier_info,
    ...shared
  } = toMember(row, { program });
  return {
    ...shared,
    points_onhold: pending_points,
    ...(tier_info
      ? { tier_info: { ...tier_info, qualifid_points: tier_info.qualified_points } }
      : {}),
  };
}
