import '#services/platform/load-drizzle-quickly.ts';
import { EnvironmentError, readEnvironment } from '#services/platform/environment.ts';

try {
  const environment = readEnvironment(process.env);
  // Only now, so that the database is loaded quickly.
  const { runProcess } = await import('./run-process.ts');
  process.exitCode = await runProcess(environment);
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 1;
}
