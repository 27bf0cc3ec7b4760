import { ApiError } from '#console/api/errors/api-error.ts';
import { sendHttp } from '#console/api/http.ts';
import { type ConsoleConfig, consoleConfigSchema } from '#contract/gateway/config.ts';

/**
 * Reads `/config.json`, which index.html preloads.
 *
 * @throws {ApiError}
 */
export async function loadConfig(): Promise<ConsoleConfig> {
  const response = await sendHttp({
    method: 'GET',
    url: '/config.json',
    headers: {},
    isPreloaded: true,
  });
  const { status, requestId } = response;
  if (!response.ok) throw new ApiError({ kind: 'error-response', status, requestId });
  const config = consoleConfigSchema.safeParse(response.body);
  if (!config.success) {
    throw new ApiError({ kind: 'invalid-response', status, requestId, cause: config.error });
  }
  return config.data;
}
