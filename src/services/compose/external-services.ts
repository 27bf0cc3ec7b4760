import type { Environment } from '#services/platform/environment.ts';
import type { Log } from '#services/platform/log.ts';

const TIMEOUT_MS = 10_000;
/** Statuses of a request without a token or key, or without anything in it. */
const EXPECTED_STATUSES: readonly number[] = [400, 401, 403, 406, 415, 422];

export interface ServiceState {
  name: 'advocacy service' | 'token endpoint' | 'loyalty service';
  /** The variable with its address. */
  variable: string;
  url: string;
  /** Why it can't be used; undefined if it responds as expected. */
  reason: string | undefined;
}

type Services = Pick<Environment, 'advocacy' | 'loyaltyUrl'>;

/** Asks the services that are not this deployment's own, without a token or key, whether they respond. */
export function checkExternalServices({ advocacy, loyaltyUrl }: Services): Promise<ServiceState[]> {
  const checks: Promise<ServiceState>[] = [];
  if (advocacy) {
    const { baseUrl, tokenUrl } = advocacy;
    const ofTokens = tokenUrl.startsWith(baseUrl)
      ? 'PATRON_ADVOCACY_URL'
      : 'PATRON_ADVOCACY_TOKEN_URL';
    checks.push(
      check('advocacy service', 'PATRON_ADVOCACY_URL', `${baseUrl}/v2/me`),
      check('token endpoint', ofTokens, tokenUrl, { method: 'POST', body: new URLSearchParams() }),
    );
  }
  if (loyaltyUrl !== undefined) {
    const url = `${loyaltyUrl}/loyalty/members?count=1`;
    checks.push(check('loyalty service', 'PATRON_LOYALTY_URL', url));
  }
  return Promise.all(checks);
}

async function check(
  name: ServiceState['name'],
  variable: string,
  url: string,
  init: RequestInit = {},
): Promise<ServiceState> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal, ...init });
    const reason = EXPECTED_STATUSES.includes(status)
      ? undefined
      : `it responds with status ${status} where 401 is expected`;
    return { name, variable, url, reason };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const { code, message } = cause as NodeJS.ErrnoException;
    return { name, variable, url, reason: `it can't be reached (${code ?? message})` };
  }
}

/** One line in the log for each service that doesn't respond. Doesn't block the start: it may start later. */
export async function logExternalServices(services: Services, log: Log): Promise<void> {
  const states = await checkExternalServices(services);
  const failed = states.filter(({ reason }) => reason !== undefined);
  for (const { name, variable, url, reason } of failed) {
    log.warn({ variable, url }, `the ${name} can't be used: ${reason}; check ${variable}`);
  }
  if (states.length > 0 && failed.length === 0) log.info('the external services respond');
}
