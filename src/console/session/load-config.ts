import { ApiError } from '#console/api/api-error.ts';
import { sendHttp } from '#console/api/http.ts';
import { type ConsoleConfig, consoleConfigSchema } from '#contract/console/config.ts';

/**
 * Reads what the console must be told about its deployment. The page preloads it.
 *
 * @throws {ApiError}
 */
export async function loadConfig(): Promise<ConsoleConfig> {
  const answer = await sendHttp({
    method: 'GET',
    url: '/config.json',
    headers: {},
    isPreloaded: true,
  });
  const { status, requestId } = answer;
  if (!answer.ok) throw new ApiError({ kind: 'refused', status, requestId });
  const config = consoleConfigSchema.safeParse(answer.body);
  if (!config.success) {
    throw new ApiError({ kind: 'invalid-reply', status, requestId, cause: config.error });
  }
  return config.data;
}
