import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { type AccessSource, type Client, type ClientOptions, createClient } from './client.ts';
import { type Sections, sectionsOf } from './sections.ts';

/** HTTP clients of the two services and the gateway, authenticated as the current user. */
export interface Api {
  readonly sections: Sections;
  readonly advocacy: Client;
  /** The loyalty program of a team. Only pages of deployments with loyalty programs use it. */
  readonly loyalty: (teamId: string) => Client;
  /** The webhook inbox; undefined if the deployment has none. */
  readonly inbox: Client | undefined;
  /** The member directory; undefined if the deployment has none. */
  readonly directory: Client | undefined;
  /** Jobs on many members; undefined if the deployment has none. */
  readonly jobs: Client | undefined;
  /** The user's sessions, password, name and saved views; undefined if the deployment has no such API. */
  readonly account: Client | undefined;
  /** People and invitations of teams; undefined if the deployment has no such API. */
  readonly people: Client | undefined;
  /** The rules of teams; undefined if the deployment has none. */
  readonly rules: Client | undefined;
  /** The audit log of teams; undefined if the deployment has none. */
  readonly audit: Client | undefined;
  /** What is kept about members; undefined if the deployment has no such API. */
  readonly personalData: Client | undefined;
  /** DNS records and certificates of domains; undefined if the deployment can't look them up. */
  readonly domainSetup: Client | undefined;
  /** The history of members' points; undefined if the deployment has no such API. */
  readonly points: Client | undefined;
  /** Tiers, API keys and webhooks of the program; undefined if its loyalty service isn't ours. */
  readonly program: Client | undefined;
  /** Checks of webhook signatures, and test requests; undefined if the deployment has none. */
  readonly webhookChecks: Client | undefined;
}

/**
 * Requests to loyalty and to the inbox require the gateway's scopes (decisions.md, 37).
 *
 * @param origin the console's origin: URLs in the configuration can be relative to it
 */
export function createApi(config: ConsoleConfig, accessSource: AccessSource, origin: string): Api {
  const clientAt = (address: string, options: Pick<ClientOptions, 'mediaType' | 'resource'>) =>
    createClient({
      baseUrl: new URL(address, origin).href,
      accessSource,
      requestedScopes: config.advocacy.scopes,
      ...options,
    });
  const mediaType = 'application/json';
  const {
    account,
    people,
    rules,
    audit,
    directory,
    jobs,
    domain_setup: domainSetup,
    points,
    personal_data: personalData,
    program,
    webhook_checks: webhookChecks,
  } = config.extensions ?? {};
  const extensionAt = (extension: { baseUrl: string } | undefined) =>
    extension && clientAt(extension.baseUrl, { mediaType });
  const loyaltyUrl = config.loyalty?.baseUrl ?? origin;
  return {
    sections: sectionsOf(config),
    advocacy: clientAt(config.advocacy.baseUrl, { mediaType: JSON_API_MEDIA_TYPE }),
    loyalty: (teamId) =>
      clientAt(loyaltyUrl.replaceAll('{team_id}', encodeURIComponent(teamId)), {
        mediaType,
        resource: 'teams',
      }),
    account: extensionAt(account),
    people: extensionAt(people),
    rules: extensionAt(rules),
    audit: extensionAt(audit),
    personalData: extensionAt(personalData),
    inbox: config.inbox && clientAt(config.inbox.baseUrl, { mediaType, resource: 'webhooks' }),
    directory: extensionAt(directory),
    jobs: extensionAt(jobs),
    points: points && clientAt(points.baseUrl, { mediaType, resource: 'teams' }),
    program: program && clientAt(program.baseUrl, { mediaType, resource: 'teams' }),
    webhookChecks:
      webhookChecks && clientAt(webhookChecks.baseUrl, { mediaType, resource: 'webhooks' }),
    domainSetup:
      domainSetup?.baseUrl === undefined
        ? undefined
        : clientAt(domainSetup.baseUrl, { mediaType: JSON_API_MEDIA_TYPE }),
  };
}

/** Without a response by then, an attempt to reach the servers has failed. */
const ATTEMPT_TIMEOUT_MS = 10_000;

/** Whether the console's own server and the services respond. */
export async function isReachable(
  { advocacy, loyalty }: ConsoleConfig,
  origin: string,
): Promise<boolean> {
  const addresses = [origin, advocacy.baseUrl, ...(loyalty ? [loyalty.baseUrl] : [])];
  const origins = new Set(addresses.map((address) => new URL(address, origin).origin));
  const attempts = [...origins].map(async (server) => {
    const { ok, type } = await fetch(new URL('/config.json', server), {
      method: 'HEAD',
      // Any response will do, and other servers need not allow us to read it.
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      // Before the requests of other tabs, which share the browser's connections to the server.
      priority: 'high',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    });
    return ok || type === 'opaque';
  });
  return (await Promise.all(attempts).catch(() => [false])).every(Boolean);
}
