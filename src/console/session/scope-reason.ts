import { missingScopeMessage } from '#console/api/errors/missing-scope.ts';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { useMissingScope } from './session-context.ts';
import { useCurrentTeam } from './team.ts';

/** Scopes for the user's own data, which no role limits (decisions.md, 13). */
const PERSONAL = /^(identity|authentication_factors)\b/;

/**
 * The `disabledReason` of a control that requires a scope; undefined if the user has it. Their role in the
 * current team may allow less than the session does.
 */
export function useScopeReason(scope: string): string | undefined {
  const isMissing = useMissingScope(scope) !== undefined;
  const meta = useCurrentTeam()?.meta;
  if (!isMissing && !isForbiddenByRole(scope, meta)) return undefined;
  const { title, detail } = missingScopeMessage(scope);
  return `${title}. ${isTeamWrite(scope) ? askAdministrators(meta?.administrators) : detail}`;
}

/** Whether the user's role in a team doesn't allow what the scope does. */
export function isForbiddenByRole(scope: string, meta: Team['meta']): boolean {
  return isTeamWrite(scope) && meta?.can_write === false;
}

export function isTeamWrite(scope: string): boolean {
  return scope.endsWith(':write') && !PERSONAL.test(scope);
}
