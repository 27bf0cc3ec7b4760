import type { Member } from '#contract/loyalty/members/member.ts';

/** What can be done to a member beside editing. */
export type MemberAct = 'block' | 'opt-out' | 'reactivate' | 'delete';

/** The acts that lead on from a status (loyalty.md, States and transitions). */
export function actsFor({ member_status: status }: Member): MemberAct[] {
  if (status === 'active') return ['block', 'opt-out', 'delete'];
  return status === 'blocked' || status === 'opted_out' ? ['reactivate', 'delete'] : ['delete'];
}

interface ActWords {
  /** In a menu. */
  readonly label: string;
  /** On the button that does it. */
  readonly action: string;
  readonly title: (name: string) => string;
  readonly consequences: (member: Member) => string;
  readonly done: (name: string) => string;
  readonly failed: string;
  /** The status it leads to; undefined for deletion. */
  readonly status?: 'active' | 'blocked' | 'opted_out';
}

/** Everything that is said of an act: before, while and after it is done. */
export const ACT_WORDS: Readonly<Record<MemberAct, ActWords>> = {
  block: {
    label: 'Block',
    action: 'Block member',
    title: (name) => `Block ${name}?`,
    consequences: () =>
      "A blocked member can't take part: no points are earned and no rewards used. The points stay, and you can reactivate the member later.",
    done: (name) => `${name} is blocked.`,
    failed: "The member wasn't blocked",
    status: 'blocked',
  },
  'opt-out': {
    label: 'Opt out',
    action: 'Opt out member',
    title: (name) => `Opt ${name} out?`,
    consequences: () =>
      'For a member who chose to leave the program. No points are earned and no rewards used until the member is reactivated.',
    done: (name) => `${name} has opted out.`,
    failed: "The member wasn't opted out",
    status: 'opted_out',
  },
  reactivate: {
    label: 'Reactivate',
    action: 'Reactivate member',
    title: (name) => `Reactivate ${name}?`,
    consequences: () => 'The member takes part again: points are earned and rewards can be used.',
    done: (name) => `${name} is active again.`,
    failed: "The member wasn't reactivated",
    status: 'active',
  },
  delete: {
    label: 'Delete',
    action: 'Delete member',
    title: (name) => `Delete ${name}?`,
    consequences: ({ member_id: id }) =>
      `The member, all points and the history go, for good. The member ID ${id} can then be used again.`,
    done: (name) => `${name} was deleted.`,
    failed: "The member wasn't deleted",
  },
};
