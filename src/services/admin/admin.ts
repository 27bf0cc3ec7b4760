import '#services/platform/database/resolve-drizzle.ts';
import { EnvironmentError } from '#services/platform/check-variables.ts';
import { type Environment, readEnvironment } from '#services/platform/environment.ts';
import { withEnvironmentFile } from '#services/platform/environment-file.ts';
import { runAdmin } from './run-admin.ts';
import { createTerminal } from './terminal.ts';

// Keys and the embedded database are for the owner alone.
process.umask(0o077);
try {
  const environment = readEnvironment(withEnvironmentFile(process.env));
  process.exitCode = await runProcess(environment);
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 1;
}

/** Runs the command line of this process. @returns the exit code. */
async function runProcess(environment: Environment): Promise<number> {
  const { stdin: input, stdout: output, stderr: errors } = process;
  // The reader of a pipe, such as `head`, may be gone.
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
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
