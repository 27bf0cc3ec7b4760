import { EnvironmentError } from '#services/platform/check-variables.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { withEnvironmentFile } from '#services/platform/environment-file.ts';
import { runProcess } from './run-process.ts';

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
