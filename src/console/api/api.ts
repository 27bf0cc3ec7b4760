import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { type AccessSource, type Client, type ClientOptions, createClient } from './client.ts';

/** The two services, and the inbox of a gateway. */
export interface Api {
  readonly advocacy: Client;
  /** The loyalty service in the name of a team. */
  readonly loyalty: (teamId: string) => Client;
  /** The webhook inbox; undefined where the deployment has none. */
  readonly inbox: Client | undefined;
}

/**
 * The scopes of the loyalty service and of the inbox are their gateway's (decisions.md, 37).
 *
 * @param origin the console's own, which addresses of the configuration may be relative to
 */
export function createApi(config: ConsoleConfig, accessSource: AccessSource, origin: string): Api {
  const clientAt = (address: string, options: Pick<ClientOptions, 'mediaType' | 'resource'>) =>
    createClient({ baseUrl: new URL(address, origin).href, accessSource, ...options });
  const mediaType = 'application/json';
  return {
    advocacy: clientAt(config.advocacy.baseUrl, { mediaType: JSON_API_MEDIA_TYPE }),
    loyalty: (teamId) =>
      clientAt(config.loyalty.baseUrl.replaceAll('{team_id}', encodeURIComponent(teamId)), {
        mediaType,
        resource: 'teams',
      }),
    inbox: config.inbox && clientAt(config.inbox.baseUrl, { mediaType, resource: 'webhooks' }),
  };
}
