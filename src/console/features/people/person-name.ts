import type { Person } from '#contract/people/people.ts';

/** What a person is called: invited people have no name yet. */
export function personName({ name, email }: Pick<Person, 'name' | 'email'>): string {
  return name ?? email;
}
