import type { AdminServices } from '#services/admin/admin-context.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { findGroupRolesProblem } from '#services/advocacy/single-sign-on/groups/group-roles.ts';
import { createProviderMetadata } from '#services/advocacy/single-sign-on/provider-metadata.ts';
import { hasBreakGlassUser } from '#services/advocacy/single-sign-on/require-break-glass.ts';
import { systemClock } from '#services/platform/clock.ts';
import { createLog } from '#services/platform/log.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { type Finding, reasonOf } from './run-check.ts';

/** More than this between the provider's clock and ours, and its tokens look expired or from the future. */
const CLOCK_MAX_SECONDS = 30;

/**
 * Whether the OpenID provider publishes what a sign-in needs, and the clocks agree. The result has the addresses to
 * register there.
 * @param baseUrl of the advocacy service
 */
export async function checkProvider(
  open: () => Promise<Pick<AdminServices, 'db'>>,
  settings: OidcSettings,
  baseUrl: string,
): Promise<Finding> {
  const { issuer, isOnly, groupRoles } = settings;
  const metadata = createProviderMetadata({
    settings,
    clock: systemClock,
    log: createLog('silent'),
  });
  let skewSeconds: number;
  try {
    await metadata.refresh();
    const { headers } = await fetch(
      `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    );
    const date = Date.parse(headers.get('date') ?? '');
    skewSeconds = Number.isNaN(date) ? 0 : Math.round(Math.abs(Date.now() - date) / 1000);
  } catch (error) {
    return {
      status: 'problem',
      result: `${issuer} can't be used: ${reasonOf(error)}`,
      advice: 'Check PATRON_OIDC_ISSUER and outgoing connections from this network',
    };
  }
  const addresses = `Register ${baseUrl}${OAUTH_PATHS.providerCallback} for sign-in and ${baseUrl}${OAUTH_PATHS.backchannelLogout} for back-channel logout`;
  if (skewSeconds > CLOCK_MAX_SECONDS) {
    return {
      status: 'problem',
      result: `The clock of ${issuer} differs by ${skewSeconds} s`,
      advice: 'Synchronize the clock of this machine',
    };
  }
  const services = isOnly || groupRoles ? await open().catch(() => undefined) : undefined;
  if (services && isOnly && !(await hasBreakGlassUser(services.db))) {
    return {
      status: 'problem',
      result: `Nobody can sign in while ${issuer} fails`,
      advice: 'Run users break-glass for a user with a second step',
    };
  }
  const problem = services && (await findGroupRolesProblem(services.db, groupRoles ?? []));
  if (problem !== undefined) {
    return {
      status: 'problem',
      result: `PATRON_OIDC_ROLES: ${problem}`,
      advice: 'Correct PATRON_OIDC_ROLES, or create what it names',
    };
  }
  return { status: 'ok', result: `${issuer} responds. ${addresses}` };
}
