import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createChecks } from '#services/admin/doctor/create-checks.ts';
import { createRedaction, runCheck } from '#services/admin/doctor/run-check.ts';
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
