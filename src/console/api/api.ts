import { JSON_API_MEDIA_TYPE } from '#contract/advocacy/json-api.ts';
import type { ConsoleConfig } from '#contract/console/config.ts';
import { type AccessSource, type Client, createClient } from './client.ts';

/** The two services, and the inbox of a gateway. */
export interface Api {
  readonly advocacy: Client;
  /** The loyalty service in the name of a team. */
  readonly loyalty: (teamId: string) => Client;
  /** The webhook inbox; undefined where the deployment has none. */
  readonly inbox: Client | undefined;
}

/** @param origin the console's own, which addresses of the configuration may be relative to */
export function createApi(config: ConsoleConfig, accessSource: AccessSource, origin: string): Api {
  const clientAt = (address: string, mediaType = 'application/json') =>
    createClient({ baseUrl: new URL(address, origin).href, mediaType, accessSource });
  return {
    advocacy: clientAt(config.advocacy.baseUrl, JSON_API_MEDIA_TYPE),
    loyalty: (teamId) =>
      clientAt(config.loyalty.baseUrl.replaceAll('{team_id}', encodeURIComponent(teamId))),
    inbox: config.inbox && clientAt(config.inbox.baseUrl),
  };
}
