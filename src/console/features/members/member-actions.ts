import { formatCount } from '#console/lib/format/format-number.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** What can be done to a member apart from editing. */
export type MemberAction = 'block' | 'opt-out' | 'reactivate' | 'delete';

/** The history state that opens the dialog for adjusting points on the member's page. */
export interface AdjustPointsState {
  readonly adjustPoints: true;
}

export interface OfferedAction {
  readonly action: MemberAction;
  /** Why the member's status doesn't allow it. */
  readonly disabledReason?: string;
}

const FOR_ACTIVE_MEMBERS = 'Only for active members';

/** The actions on a member, and what its status doesn't allow (loyalty.md, States and transitions). */
export function offeredActions({ member_status: status }: Member): OfferedAction[] {
  const remove = { action: 'delete' } as const;
  if (status === 'active') return [{ action: 'block' }, { action: 'opt-out' }, remove];
  if (status !== 'blocked' && status !== 'opted_out') return [remove];
  const other = status === 'blocked' ? 'opt-out' : 'block';
  return [{ action: 'reactivate' }, { action: other, disabledReason: FOR_ACTIVE_MEMBERS }, remove];
}

interface ActionTexts {
  readonly menuLabel: string;
  readonly buttonLabel: string;
  readonly title: (name: string) => string;
  readonly consequences: (member: Member) => string;
  readonly successMessage: (name: string) => string;
  readonly errorTitle: string;
  /** The status it leads to; undefined for deletion. */
  readonly status: 'active' | 'blocked' | 'opted_out' | undefined;
}

export const ACTION_TEXTS = {
  block: {
    menuLabel: 'Block',
    buttonLabel: 'Block member',
    title: (name) => `Block ${name}?`,
    consequences: () =>
      "They can't earn or redeem points while blocked. They keep their points, and you can reactivate them later.",
    successMessage: (name) => `${name} is blocked`,
    errorTitle: "The member wasn't blocked",
    status: 'blocked',
  },
  'opt-out': {
    menuLabel: 'Mark as opted out',
    buttonLabel: 'Mark as opted out',
    title: (name) => `Mark ${name} as opted out?`,
    consequences: () =>
      "For members who chose to leave the program. They can't earn or redeem points until you reactivate them.",
    successMessage: (name) => `${name} is marked as opted out`,
    errorTitle: "The member wasn't marked as opted out",
    status: 'opted_out',
  },
  reactivate: {
    menuLabel: 'Reactivate',
    buttonLabel: 'Reactivate member',
    title: (name) => `Reactivate ${name}?`,
    consequences: () => 'They can earn and redeem points again.',
    successMessage: (name) => `${name} is active again`,
    errorTitle: "The member wasn't reactivated",
    status: 'active',
  },
  delete: {
    menuLabel: 'Delete',
    buttonLabel: 'Delete member',
    title: (name) => `Delete ${name}?`,
    consequences: (member) =>
      `This permanently deletes the member${deletedFacts(member)} and their history. It can't be undone. The member ID ${member.member_id} can then be used again.`,
    successMessage: (name) => `${name} was deleted`,
    errorTitle: "The member wasn't deleted",
    status: undefined,
  },
} as const satisfies Readonly<Record<MemberAction, ActionTexts>>;

/** The texts of the action that leads to a status. Undefined for statuses that the console doesn't know. */
export function findStatusTexts(status: string) {
  const texts = [ACTION_TEXTS.block, ACTION_TEXTS['opt-out'], ACTION_TEXTS.reactivate];
  return texts.find((candidate) => candidate.status === status);
}

/** What is lost with a member: " (7,700 points, Gold, enrolled Aug 9, 2025)". */
function deletedFacts({ available_points, tier_info, enrollment_date }: Member): string {
  const facts = [
    available_points ? formatCount(available_points, 'point') : undefined,
    tier_info?.loyalty_tier_name,
    enrollment_date ? `enrolled ${formatLoyaltyDate(enrollment_date)}` : undefined,
  ].filter(Boolean);
  return facts.length > 0 ? ` (${facts.join(', ')})` : '';
}
