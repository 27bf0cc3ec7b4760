import { JSON_API_MEDIA_TYPE } from '#contract/advocacy/json-api.ts';
import type { ConsoleConfig } from '#contract/console/config.ts';
import { type AccessSource, type Client, createClient } from './client.ts';

/** The two services. */
export interface Api {
  readonly advocacy: Client;
  /** The loyalty service in the name of a team. */
  readonly loyalty: (teamId: string) => Client;
}

/** @param origin the console's own, which addresses of the configuration may be relative to */
export function createApi(config: ConsoleConfig, accessSource: AccessSource, origin: string): Api {
  return {
    advocacy: createClient({
      baseUrl: new URL(config.advocacy.baseUrl, origin).href,
      mediaType: JSON_API_MEDIA_TYPE,
      accessSource,
    }),
    loyalty: (teamId) =>
      createClient({
        baseUrl: new URL(
          config.loyalty.baseUrl.replaceAll('{team_id}', encodeURIComponent(teamId)),
          origin,
        ).href,
        mediaType: 'application/json',
        accessSource,
      }),
  };
}
