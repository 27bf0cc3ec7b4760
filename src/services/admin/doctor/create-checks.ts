import type { CommandContext } from '#services/admin/admin-context.ts';
import { defaultPublicUrl } from '#services/platform/environment.ts';
import { checkAcme, checkMail } from './check-outside.ts';
import { checkPublicAddress, checkRedirect } from './check-public-address.ts';
import { checkClock, checkConsoleClient, checkQueues } from './check-services.ts';
import { checkDatabase, checkKeys, openOnce } from './check-storage.ts';
import type { Check } from './run-check.ts';

/** The checks of a deployment. They don't depend on each other. */
export function createChecks({ environment, open }: CommandContext): Check[] {
  const publicUrl = environment.publicUrl ?? defaultPublicUrl(environment);
  const openServices = openOnce(open);
  return [
    { name: 'database', run: () => checkDatabase(openServices, environment) },
    { name: 'keys', run: () => checkKeys(openServices, environment) },
    { name: 'public address', run: () => checkPublicAddress(publicUrl, environment) },
    { name: 'redirect to https', run: () => checkRedirect(publicUrl) },
    { name: 'sign-in', run: () => checkConsoleClient(openServices, publicUrl, environment) },
    { name: 'email', run: () => checkMail(environment) },
    { name: 'certificates', run: () => checkAcme(environment) },
    { name: 'queues', run: () => checkQueues(openServices, environment) },
    { name: 'clock', run: () => checkClock(openServices, environment) },
  ];
}
