import type { SentTeam } from '#contract/advocacy/teams.ts';
import type { SentUser } from '#contract/advocacy/users.ts';
import type { AnyResource } from '#contract/json-api.ts';
import { includesRole } from '#contract/roles/role-table.ts';
import type { UserTeam } from '#services/advocacy/teams/teams-store.ts';
import {
  findUnmetRule,
  hasSecondStep,
  secondStepUntil,
  type TeamUse,
} from '#services/advocacy/teams/unmet-rule.ts';
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

/** A team of the current user; `meta` is about their role in it, and what the team asks of their session. */
export function toTeam(team: UserTeam, use: Omit<TeamUse, 'joinedAt'>): SentTeam {
  const { id, name, role, effectiveRole, administrators, rules, joinedAt } = team;
  const { kind, isReadOnly = false, pointsMax } = effectiveRole;
  const unmet = findUnmetRule(rules, { ...use, joinedAt });
  const until = hasSecondStep(use.proof) ? undefined : secondStepUntil(rules, joinedAt);
  return {
    id: String(id),
    type: 'team',
    attributes: { name },
    meta: {
      role,
      role_kind: kind,
      // Support agents edit members, which `role_kind` says: to clients that don't read it they are viewers.
      can_write: includesRole(kind, 'manager') && !isReadOnly,
      can_administer: kind === 'administrator',
      ...(pointsMax === undefined ? {} : { support_points_max: pointsMax }),
      ...(unmet ? { unmet_rule: unmet } : {}),
      ...(until && until > use.now ? { second_step_until: until.toISOString() } : {}),
      administrators,
    },
  };
}
