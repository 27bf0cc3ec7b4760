import { missingScopeMessage } from '#console/api/errors/missing-scope.ts';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { type SUPPORT_CHANGES, SUPPORT_EXPORT_MAX } from '#contract/roles/role-table.ts';
import { useMissingScope } from './session-context.ts';
import { useCurrentTeam } from './team.ts';

/** Scopes for the user's own data, which no role limits (decisions.md, 13). */
const PERSONAL = /^(identity|authentication_factors)\b/;

/** What a control changes of members, if support agents can do it, too. */
type SupportChange = keyof typeof SUPPORT_CHANGES;

/**
 * The `disabledReason` of a control that requires a scope; undefined if the user has it. Their role in the
 * current team may allow less than the session does.
 */
export function useScopeReason(scope: string, operation?: SupportChange): string | undefined {
  const isMissing = useMissingScope(scope) !== undefined;
  const meta = useCurrentTeam()?.meta;
  if (!isMissing && !isForbiddenByRole(scope, meta, operation)) return undefined;
  if (scope === 'teams:write' && meta?.role_kind === 'support') {
    return supportReason('edit one member at a time, not add or delete any', meta);
  }
  const { title, detail } = missingScopeMessage(scope);
  return `${title}. ${isTeamWrite(scope) ? askAdministrators(meta?.administrators) : detail}`;
}

/** Why something is too much for the user, if they are a support agent: "Support can … at a time. Ask Ada (administrator)." */
export function useSupportLimits(): {
  /** The most points to adjust at a time. */
  readonly pointsReason: (points: number) => string | undefined;
  /** @param count undefined for all members that a filter matches */
  readonly exportReason: (count: number | undefined) => string | undefined;
  readonly tierReason: string | undefined;
} {
  const meta = useCurrentTeam()?.meta;
  const isSupport = meta?.role_kind === 'support';
  const max = meta?.support_points_max ?? Infinity;
  return {
    pointsReason: (points) =>
      isSupport && Math.abs(points) > max
        ? supportReason(`adjust up to ${formatNumber(max)} points at a time`, meta)
        : undefined,
    exportReason: (count = Infinity) =>
      isSupport && count > SUPPORT_EXPORT_MAX
        ? supportReason(`export up to ${SUPPORT_EXPORT_MAX} selected members`, meta)
        : undefined,
    tierReason: isSupport ? supportReason('edit everything but the tier', meta) : undefined,
  };
}

function supportReason(limit: string, meta: Team['meta']): string {
  return `Support can ${limit}. ${askAdministrators(meta?.administrators)}`;
}

/** Whether the user's role in a team doesn't allow what the scope, or an operation with it, does. */
export function isForbiddenByRole(
  scope: string,
  meta: Team['meta'],
  operation?: SupportChange,
): boolean {
  if (operation && meta?.role_kind === 'support') return false;
  return isTeamWrite(scope) && meta?.can_write === false;
}

export function isTeamWrite(scope: string): boolean {
  return scope.endsWith(':write') && !PERSONAL.test(scope);
}
