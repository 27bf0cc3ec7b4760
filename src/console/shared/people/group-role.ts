import { EVERYBODY, type Person } from '#contract/people/people.ts';

/** Why the role of a person can't be changed here; undefined for a role by hand. */
export function groupReason({ group }: Person, provider: string): string | undefined {
  if (group == null) return undefined;
  return group === EVERYBODY
    ? `Everybody who signs in with ${provider} gets this role.`
    : `The group “${group}” gives this role. Change who is in the group at ${provider}.`;
}
