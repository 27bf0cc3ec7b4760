import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { paths } from '#console/paths.ts';
import { isTeamWrite } from '#console/session/scope-reason.ts';
import { useConfig, useGrantedScopes, useSession } from '#console/session/session-context.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { useNewRole } from '#console/shared/people/use-new-role.ts';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { allowsScope, type EffectiveRole } from '#contract/roles/allows.ts';
import { ROLE_KINDS } from '#contract/roles/role-table.ts';
import styles from './shell-banner.module.css';

/**
 * Says that the user's role allows more than this session does, and lets every tab use it. That is so if
 * some of the scopes that change a team, and no others, were not granted at the sign-in (decisions.md, 13).
 */
function RoleBanner() {
  const { scopes } = useConfig().advocacy;
  const team = useCurrentTeam();
  const session = useSession();
  const getNewRole = useNewRole();
  const adopt = useMutation({
    mutationFn: async () => {
      if (await getNewRole()) showSuccess('Your new role is in use, in every tab');
      // Sessions from before an upgrade, and other services, need a new sign-in.
      else await session.signIn(location.pathname + location.search + location.hash);
    },
    onError: (error) => {
      const message = toUserFacingError(error, "Couldn't use your new role");
      if (message) showError(message);
    },
  });
  const granted = useGrantedScopes() ?? [];
  const missing = scopes.filter((scope) => !granted.includes(scope));
  const role = effectiveRoleOf(team?.meta);
  const isUnused = missing.some((scope) =>
    role ? allowsScope(role, scope) : team?.meta?.can_write,
  );
  if (!team || !missing.every(isTeamWrite) || !isUnused) return null;
  const { attributes, meta } = team;
  return (
    <div className={styles.banner}>
      <p role="status">
        {meta?.can_administer
          ? `You're now an administrator of ${attributes.name}.`
          : meta?.role
            ? `You now have the role ${meta.role} in ${attributes.name}.`
            : `You can now make changes in ${attributes.name}.`}
      </p>
      <button
        type="button"
        className={styles.action}
        disabled={adopt.isPending}
        onClick={() => adopt.mutate()}
      >
        Apply now
      </button>
    </div>
  );
}

/** The user's role in a team; undefined where it isn't known. */
function effectiveRoleOf(meta: Team['meta']): EffectiveRole | undefined {
  const kind = ROLE_KINDS.find((each) => each === meta?.role_kind);
  return kind && { kind, isReadOnly: kind === 'administrator' && meta?.can_write === false };
}

/** Says that the current team will soon require a second step, or that the role allows more than the session does. */
export function TeamBanner() {
  const team = useCurrentTeam();
  const until = team?.meta?.second_step_until;
  if (!team || until === undefined) return <RoleBanner />;
  return (
    <div className={styles.banner}>
      <p role="status">
        {`${team.attributes.name} will require a second step from ${formatDateTime(new Date(until))}. You don't have one yet, or you signed in without it.`}
      </p>
      <Link to={paths.security()} className={styles.action}>
        Add a second step
      </Link>
    </div>
  );
}
