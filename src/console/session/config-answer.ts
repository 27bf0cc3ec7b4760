import { type HttpResponse, sendHttp } from '#console/api/http.ts';

let answer: Promise<HttpResponse> | undefined;

/**
 * What `/config.json` holds, unread: asked for once, as early as possible. The page preloads it.
 *
 * @throws {ApiError}
 */
export function configAnswer(): Promise<HttpResponse> {
  answer ??= sendHttp({ method: 'GET', url: '/config.json', headers: {}, isPreloaded: true });
  return answer;
}
