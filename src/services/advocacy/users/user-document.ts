import type { User } from '#contract/advocacy/users.ts';
import type { AnyResource } from '#contract/json-api.ts';
import type { Person } from './users-store.ts';

/** Included resources of the person by relationship; undefined where they were not asked for. */
interface Included {
  authentication_factors?: AnyResource[] | undefined;
  teams?: AnyResource[] | undefined;
}

/** The current user as a JSON:API resource, linked to what the document includes. */
export function toUser(person: Person, included: Included = {}): User {
  const relationships = Object.entries(included).flatMap(([name, resources]) =>
    resources
      ? [[name, { data: resources.map(({ id, type }: AnyResource) => ({ id, type })) }]]
      : [],
  );
  return {
    id: String(person.id),
    type: 'user',
    attributes: {
      email: person.email,
      name: person.name,
      created_at: person.createdAt.toISOString(),
      updated_at: person.updatedAt.toISOString(),
    },
    ...(relationships.length > 0 ? { relationships: Object.fromEntries(relationships) } : {}),
  };
}
