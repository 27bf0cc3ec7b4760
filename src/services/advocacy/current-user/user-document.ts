import type { User } from '#contract/advocacy/users.ts';
import type { AnyResource } from '#contract/json-api.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';

/** Included resources of the person by relationship; undefined where they were not asked for. */
interface Included {
  authentication_factors?: AnyResource[] | undefined;
  teams?: AnyResource[] | undefined;
}

/** The current user as a JSON:API resource, linked to what the document includes. */
export function toUser(user: UserRow, included: Included = {}): User {
  const relationships = Object.entries(included).flatMap(([name, resources]) =>
    resources
      ? [[name, { data: resources.map(({ id, type }: AnyResource) => ({ id, type })) }]]
      : [],
  );
  return {
    id: String(user.id),
    type: 'user',
    attributes: {
      email: user.email,
      name: user.name,
      created_at: user.createdAt.toISOString(),
      updated_at: user.updatedAt.toISOString(),
    },
    ...(relationships.length > 0 ? { relationships: Object.fromEntries(relationships) } : {}),
  };
}
