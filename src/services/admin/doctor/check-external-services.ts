import { checkExternalServices } from '#services/compose/external-services.ts';
import type { Environment } from '#services/platform/environment.ts';
import type { Finding } from './run-check.ts';

/** Whether the services outside this deployment respond. */
export async function checkOtherServices(
  environment: Pick<Environment, 'advocacy' | 'loyaltyUrl'>,
): Promise<Finding> {
  const states = await checkExternalServices(environment);
  const failed = states.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0) {
    return { status: 'ok', result: states.map(({ name, url }) => `${name} at ${url}`).join(', ') };
  }
  const variables = new Set(failed.map(({ variable }) => variable));
  return {
    status: 'problem',
    result: failed.map(({ name, url, reason }) => `${name} at ${url}: ${reason}`).join(', '),
    advice: `Check ${[...variables].join(' and ')}, and outgoing connections from this network`,
  };
}
