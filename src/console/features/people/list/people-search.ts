import * as z from 'zod/mini';
import { searchTextField } from '#console/api/lists/page-search-fields.ts';
import { matchesSearch } from '#console/lib/matches-search.ts';
import type { Person } from '#contract/people/people.ts';

export const peopleSearchSchema = z.object({ q: searchTextField, role: searchTextField });
export type PeopleSearch = z.output<typeof peopleSearchSchema>;

export const NO_FILTERS = { q: undefined, role: undefined };

/** Users, then open invitations, with the role and each of the words in their name or address. */
export function findPeople(people: readonly Person[], { q, role }: PeopleSearch): Person[] {
  const found = people.filter(
    (person) =>
      (role === undefined || person.role === role) &&
      (q === undefined || matchesSearch(`${person.name ?? ''} ${person.email}`, q)),
  );
  return [...found.filter(isUser), ...found.filter((person) => !isUser(person))];
}

export const isUser = ({ kind }: Person) => kind === 'user';

/** The filters that are set, for "no people match". */
export function describeFilters({ q, role }: PeopleSearch): string[] {
  return [
    ...(q === undefined ? [] : [`Search: “${q}”`]),
    ...(role === undefined ? [] : [`Role is ${role}`]),
  ];
}
