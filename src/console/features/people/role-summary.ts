import type { TeamRole } from '#contract/people/people.ts';

/** What a role can do, in a sentence. */
export function roleSummary(role: TeamRole | undefined): string | undefined {
  if (!role) return undefined;
  if (role.can_administer) return 'Can make any change, manage people and see the audit log.';
  return role.can_write
    ? "Can make changes, but can't manage people."
    : 'Can view but not change anything.';
}
