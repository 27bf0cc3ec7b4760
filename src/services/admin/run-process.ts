import type { Environment } from '#services/platform/environment.ts';
import { runAdmin } from './run-admin.ts';
import { createTerminal } from './terminal.ts';

/** Runs the command line of this process. @returns the exit code. */
export async function runProcess(environment: Environment): Promise<number> {
  const { stdin: input, stdout: output, stderr: errors } = process;
  let services: ReturnType<typeof import('./open-services.ts').createServices> | undefined;
  try {
    return await runAdmin(process.argv.slice(2), {
      terminal: createTerminal({ input, output, errors }),
      environment,
      // npm runs scripts in the package's folder; INIT_CWD is the operator's.
      workingDirectory: process.env.INIT_CWD ?? process.cwd(),
      async open(options) {
        const { createServices } = await import('./open-services.ts');
        services ??= createServices(environment, errors);
        return services.open(options);
      },
    });
  } finally {
    await services?.close();
  }
}
