import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { checkOtherServices } from '#services/admin/doctor/check-external-services.ts';
import { checkAcme, checkMail } from '#services/admin/doctor/check-outside.ts';
import {
  checkPublicAddress,
  checkRedirect,
  checkTrustedProxies,
} from '#services/admin/doctor/check-public-address.ts';
import {
  checkClock,
  checkConsoleClient,
  checkMetrics,
  checkQueues,
} from '#services/admin/doctor/check-services.ts';
import { checkDatabase, checkKeys, openOnce } from '#services/admin/doctor/check-storage.ts';
import { type Check, createRedaction, runCheck } from '#services/admin/doctor/run-check.ts';
import { defaultPublicUrl } from '#services/platform/environment.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

/** `doctor`: checks what a deployment depends on. */
export function addDoctorCommand(doctor: CommandUnknownOpts, context: CommandContext): void {
  doctor.action(async () => {
    const redact = createRedaction(context.environment);
    const rows = await Promise.all(
      createChecks(context).map(async ({ name, run }) => ({
        check: name,
        ...(await runCheck(run, redact)),
      })),
    );
    context.report.list(rows, ({ status, check, result, advice }) => ({
      status,
      check,
      result: [result, advice].filter(Boolean).join('. '),
    }));
    const problems = rows.filter(({ status }) => status === 'problem').length;
    if (problems > 0) {
      throw new OperatorError(problems === 1 ? 'Found 1 problem' : `Found ${problems} problems`);
    }
  });
}

/** The checks of a deployment. They don't depend on each other. */
function createChecks({ environment, read }: CommandContext): Check[] {
  const publicUrl = environment.publicUrl ?? defaultPublicUrl(environment);
  const openServices = openOnce(read);
  return [
    { name: 'database', run: () => checkDatabase(openServices, environment) },
    { name: 'keys', run: () => checkKeys(openServices, environment) },
    { name: 'public address', run: () => checkPublicAddress(publicUrl, environment) },
    { name: 'redirect to https', run: () => checkRedirect(publicUrl) },
    { name: 'proxies', run: () => checkTrustedProxies(publicUrl) },
    { name: 'sign-in', run: () => checkConsoleClient(openServices, publicUrl, environment) },
    ...(environment.advocacy || environment.loyaltyUrl !== undefined
      ? [{ name: 'other services', run: () => checkOtherServices(environment) }]
      : []),
    { name: 'email', run: () => checkMail(environment) },
    { name: 'certificates', run: () => checkAcme(environment) },
    { name: 'queues', run: () => checkQueues(openServices, environment) },
    { name: 'metrics', run: async () => checkMetrics(environment) },
    { name: 'clock', run: () => checkClock(openServices, environment) },
  ];
}
