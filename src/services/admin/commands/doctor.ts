import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { checkOtherServices } from '#services/admin/doctor/check-external-services.ts';
import { checkAcme, checkMail } from '#services/admin/doctor/check-outside.ts';
import { checkPasskeys } from '#services/admin/doctor/check-passkeys.ts';
import { checkProvider } from '#services/admin/doctor/check-provider.ts';
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
import { findUpgrade } from '#services/admin/doctor/find-upgrade.ts';
import { type Check, createRedaction, runCheck } from '#services/admin/doctor/run-check.ts';
import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import { defaultPublicUrl } from '#services/platform/environment.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

export function addDoctorCommand(doctor: CommandUnknownOpts, context: CommandContext): void {
  doctor.action(async () => {
    const redact = createRedaction(context.environment);
    const check = async ({ name, run }: Check) => ({
      check: name,
      ...(await runCheck(run, redact)),
    });
    // Before the others, which open the database and so would upgrade it.
    const upgrade = await findUpgrade(context.environment);
    const checks = upgrade
      ? [{ name: 'upgrade', run: async () => upgrade }, ...createOutsideChecks(context)]
      : createChecks(context);
    const rows = await Promise.all(checks.map(check));
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
function createChecks(context: CommandContext): Check[] {
  const { environment, read } = context;
  const publicUrl = environment.publicUrl ?? defaultPublicUrl(environment);
  const baseUrl = `${publicUrl}${ADVOCACY_PATH}`;
  const { oidc } = environment;
  const openServices = openOnce(read);
  return [
    { name: 'database', run: () => checkDatabase(openServices, environment) },
    { name: 'keys', run: () => checkKeys(openServices, environment) },
    ...createOutsideChecks(context),
    { name: 'sign-in', run: () => checkConsoleClient(openServices, publicUrl, environment) },
    { name: 'passkeys', run: () => checkPasskeys(openServices, publicUrl, environment) },
    ...(oidc
      ? [{ name: 'single sign-on', run: () => checkProvider(openServices, oidc, baseUrl) }]
      : []),
    { name: 'queues', run: () => checkQueues(openServices, environment) },
    { name: 'clock', run: () => checkClock(openServices, environment) },
  ];
}

/** The checks that don't need the database. */
function createOutsideChecks({ environment }: CommandContext): Check[] {
  const publicUrl = environment.publicUrl ?? defaultPublicUrl(environment);
  return [
    { name: 'public address', run: () => checkPublicAddress(publicUrl, environment) },
    { name: 'redirect to https', run: () => checkRedirect(publicUrl) },
    { name: 'proxies', run: () => checkTrustedProxies(publicUrl) },
    ...(environment.advocacy || environment.loyaltyUrl !== undefined
      ? [{ name: 'other services', run: () => checkOtherServices(environment) }]
      : []),
    { name: 'email', run: () => checkMail(environment) },
    { name: 'certificates', run: () => checkAcme(environment) },
    { name: 'metrics', run: async () => checkMetrics(environment) },
  ];
}
