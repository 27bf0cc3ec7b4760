import type { Person } from '#contract/people/people.ts';

/** What a person is called: invited people have no name yet. */
export function personName({ name, email }: Pick<Person, 'name' | 'email'>): string {
  return name ?? email;
}

export function isSelf({ kind, id }: Person, userId: string | undefined): boolean {
  return kind === 'user' && id === userId;
}
