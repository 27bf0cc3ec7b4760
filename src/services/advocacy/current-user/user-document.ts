import type { SentTeam } from '#contract/advocacy/teams.ts';
import type { SentUser } from '#contract/advocacy/users.ts';
import type { AnyResource } from '#contract/json-api.ts';
import type { UserTeam } from '#services/advocacy/teams/teams-store.ts';
import { isEmailProven } from '#services/advocacy/users/proven-email.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';

/** Included resources by relationship; a relationship that wasn't requested is absent. */
interface Included {
  authentication_factors?: AnyResource[] | undefined;
  teams?: AnyResource[] | undefined;
}

export function toUser(user: UserRow, included: Included = {}): SentUser {
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
    meta: { email_verified: isEmailProven(user) },
    ...(relationships.length > 0 ? { relationships: Object.fromEntries(relationships) } : {}),
  };
}

/** A team of the current user; `meta` is about their role in it. */
export function toTeam({
  id,
  name,
  role,
  canWrite,
  canAdminister,
  administrators,
}: UserTeam): SentTeam {
  return {
    id: String(id),
    type: 'team',
    attributes: { name },
    meta: { role, can_write: canWrite, can_administer: canAdminister, administrators },
  };
}
