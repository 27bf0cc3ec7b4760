import { ApiError } from '#console/api/errors/api-error.ts';
import { type ConsoleConfig, consoleConfigSchema } from '#contract/gateway/config.ts';
import { configAnswer } from './config-answer.ts';

/**
 * Reads what the console must be told about its deployment.
 *
 * @throws {ApiError}
 */
export async function loadConfig(): Promise<ConsoleConfig> {
  const answer = await configAnswer();
  const { status, requestId } = answer;
  if (!answer.ok) throw new ApiError({ kind: 'error-response', status, requestId });
  const config = consoleConfigSchema.safeParse(answer.body);
  if (!config.success) {
    throw new ApiError({ kind: 'invalid-response', status, requestId, cause: config.error });
  }
  return config.data;
}
