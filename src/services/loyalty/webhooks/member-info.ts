import type {
  CustomAttributes,
  CustomAttributeValue,
} from '#contract/loyalty/members/custom-attributes.ts';
import type { MemberInfo } from '#contract/loyalty/webhooks.ts';
import { toMemberDocument } from '#services/loyalty/members/member-document.ts';
import type { MemberRow } from '#services/loyalty/members/members-store.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';

/**
 * The current state of an event's member as `member_info`, which has narrower types than the member
 * for `revenue` and custom attributes.
 */
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
  } = toMemberDocument(row, { program });
  const { revenue, customAttributes } = row.member;
  return {
    ...shared,
    revenue: Math.round(revenue),
    custom_attributes: narrowAttributes(customAttributes),
    points_onhold: pending_points,
    ...(tier_info
      ? { tier_info: { ...tier_info, qualifid_points: tier_info.qualified_points } }
      : {}),
  };
}

/** Allows strings, integers and arrays of strings; other numbers become strings, to lose no digits. */
function narrowAttributes(attributes: CustomAttributes): CustomAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, narrowValue(value)]),
  );
}

function narrowValue(value: CustomAttributeValue): CustomAttributeValue {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' || Number.isInteger(value) ? value : String(value);
}
