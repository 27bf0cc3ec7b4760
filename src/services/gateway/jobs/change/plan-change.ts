import type { JobChange } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { MemberInput, RowReasons } from '#services/gateway/jobs/import/import-rows.ts';

/** A change of one member. An undo can have values that a job can't set, such as those of newer services. */
export type MemberChange = Omit<JobChange, 'status' | 'subscription' | 'custom_attributes'> & {
  status?: string | undefined;
  subscription?: string | undefined;
  custom_attributes?: Record<string, unknown> | undefined;
};

interface PlannedChange {
  /** The fields that differ. */
  input: MemberInput;
  /** The changes that undo them. An attribute that the member doesn't have can't be removed again. */
  undo: MemberChange;
}

/** Plans any change but an adjustment of points; undefined if it changes nothing in the member. */
export function planChange(change: MemberChange, member: Member): PlannedChange | undefined {
  const input: MemberInput = {};
  const undo: MemberChange = {};
  const tags = member.member_tags ?? [];
  const removed = new Set(change.remove_tags);
  const next = [...new Set([...tags, ...(change.add_tags ?? [])])].filter((t) => !removed.has(t));
  if (!isSame(next, tags)) {
    input.member_tags = next;
    const [missing, added] = [without(tags, next), without(next, tags)];
    if (missing.length > 0) undo.add_tags = missing;
    if (added.length > 0) undo.remove_tags = added;
  }
  if (change.status && change.status !== member.member_status) {
    input.member_status = change.status;
    undo.status = member.member_status;
  }
  if (change.subscription && change.subscription !== member.email_subscription_status) {
    input.email_subscription_status = change.subscription;
    undo.subscription = member.email_subscription_status;
  }
  const tierId = member.tier_info?.loyalty_tier_id;
  if (change.tier_id && change.tier_id !== tierId) {
    input.current_tier_id = change.tier_id;
    // A tier can't be taken away again.
    if (tierId) undo.tier_id = tierId;
  }
  const current = member.custom_attributes ?? {};
  const attributes = Object.entries(change.custom_attributes ?? {}).filter(
    ([key, value]) => !isSame(current[key], value),
  );
  if (attributes.length > 0) {
    input.custom_attributes = JSON.stringify(Object.fromEntries(attributes));
    const had = attributes.filter(([key]) => Object.hasOwn(current, key));
    if (had.length > 0) {
      undo.custom_attributes = Object.fromEntries(had.map(([key]) => [key, current[key]]));
    }
  }
  return Object.keys(input).length === 0 ? undefined : { input, undo };
}

/** Why a change has nothing to do in a member. */
export function whyUnchanged(change: MemberChange): string {
  const { add_tags: added = [], remove_tags: removed = [], ...others } = change;
  const values = Object.keys(others);
  if (values.length === 0 && removed.length === 0) {
    return added.length === 1 ? 'Has the tag already' : 'Has the tags already';
  }
  if (values.length === 0 && added.length === 0) {
    return removed.length === 1 ? "Doesn't have the tag" : "Doesn't have the tags";
  }
  const [name] = values;
  const isOne = values.length === 1 && added.length + removed.length === 0;
  return (isOne && name && UNCHANGED[name as keyof typeof UNCHANGED]) || 'Has the values already';
}

const UNCHANGED = {
  status: 'Has the status already',
  subscription: 'Has the subscription already',
  tier_id: 'Is in the tier already',
};

/**
 * Values that an undo restores and others have changed since. Tags never conflict.
 * @param made the change that is undone
 */
export function findUndoConflicts(
  undo: MemberChange,
  made: MemberChange,
  member: Member,
): RowReasons {
  const values = [
    ['member_status', undo.status, made.status, member.member_status],
    [
      'email_subscription_status',
      undo.subscription,
      made.subscription,
      member.email_subscription_status,
    ],
    ['current_tier_id', undo.tier_id, made.tier_id, member.tier_info?.loyalty_tier_id],
    ...Object.entries(undo.custom_attributes ?? {}).map(
      ([key, value]) =>
        [
          `custom_attributes.${key}`,
          value,
          made.custom_attributes?.[key],
          member.custom_attributes?.[key],
        ] as const,
    ),
  ] as const;
  return values.flatMap(([column, restored, changed, now]) => {
    if (restored === undefined || isSame(now, restored) || isSame(now, changed)) return [];
    return [{ column, reason: `Changed from “${changed}” to “${now ?? ''}” since then` }];
  });
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const without = (tags: string[], others: string[]) => tags.filter((tag) => !others.includes(tag));
