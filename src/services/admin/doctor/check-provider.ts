import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { createProviderMetadata } from '#services/advocacy/single-sign-on/provider-metadata.ts';
import { hasBreakGlassUser } from '#services/advocacy/single-sign-on/require-break-glass.ts';
import { systemClock } from '#services/platform/clock.ts';
import { createLog } from '#services/platform/log.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import type { OpenServices } from './check-storage.ts';
import { type Finding, reasonOf } from './run-check.ts';

/** More than this between the provider's clock and ours, and its tokens look expired or from the future. */
const CLOCK_MAX_SECONDS = 30;

/**
 * Whether the OpenID provider publishes what a sign-in needs, and the clocks agree. The result has the addresses to
 * register there.
 * @param baseUrl of the advocacy service
 */
export async function checkProvider(
  open: OpenServices,
  settings: OidcSettings,
  baseUrl: string,
): Promise<Finding> {
  const { issuer, isOnly } = settings;
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
  const services = isOnly ? await open().catch(() => undefined) : undefined;
  if (services && !(await hasBreakGlassUser(services.db))) {
    return {
      status: 'problem',
      result: `Nobody can sign in while ${issuer} fails`,
      advice: 'Run users break-glass for a user with a second step',
    };
  }
  return { status: 'ok', result: `${issuer} responds. ${addresses}` };
}
