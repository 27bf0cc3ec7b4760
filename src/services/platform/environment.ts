import * as z from 'zod/mini';
import type { AccountType, DomainRecordTemplate } from '#contract/gateway/config.ts';
import { WEBHOOK_MAX_ATTEMPTS, WEBHOOK_RETRY_SECONDS } from '#contract/loyalty/webhooks.ts';
import {
  EnvironmentError,
  readSecretFiles,
  rejectIncompleteVariables,
  rejectUnknownVariables,
  type Variables,
} from './check-variables.ts';
import {
  type LOG_LEVELS,
  NO_LOYALTY,
  ROLES,
  type Role,
  SECRET_VARIABLES,
  VARIABLES,
  type VariableName,
} from './environment-variables.ts';
import type { ResponseChecks } from './http/response-checks.ts';
import { findOidcProblem, type OidcSettings, readOidcSettings } from './oidc/oidc-settings.ts';

/** An advocacy service outside this deployment (advocacy.md, What the service does). */
export interface AdvocacyService {
  /** {base_url}, without a trailing slash. */
  baseUrl: string;
  /** Its authorization and token endpoints. */
  authorizeUrl: string;
  tokenUrl: string;
  /** The token revocation endpoint (RFC 7009); undefined if it has none. */
  revocationUrl: string | undefined;
  /** The console's client there; undefined for the default client ID. */
  clientId: string | undefined;
  /** The accounts that it connects (decisions.md, 21); undefined if nobody said. */
  accountTypes: AccountType[] | undefined;
}

export interface Environment {
  port: number;
  host: string;
  /** Undefined: derived from the port that the server listens on. */
  publicUrl: string | undefined;
  databaseUrl: string | undefined;
  dataDirectory: string;
  demo: boolean;
  roles: ReadonlySet<Role>;
  /** Addresses and networks of the proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** The domain that passkeys belong to; undefined for the host of the public address. */
  passkeyDomain: string | undefined;
  /** The provider that people sign in with, besides passwords; undefined for none. */
  oidc: OidcSettings | undefined;
  /** The service that users sign in to and the console calls; undefined for this deployment's own. */
  advocacy: AdvocacyService | undefined;
  /** The scopes that the console requests; by default those that its pages use. */
  advocacyScopes: readonly string[] | undefined;
  /** {loyalty_base_url} of teams without their own; undefined for this deployment's service. */
  loyaltyUrl: string | undefined;
  /** False if the brand has no loyalty program. */
  hasLoyalty: boolean;
  /** The console's configuration as JSON; undefined to derive it from the other variables. */
  consoleConfigFile: string | undefined;
  /** The networks to connect accounts from, as JSON; undefined for none. */
  accountProvidersFile: string | undefined;
  /** The ACME authority for certificates; undefined for the local authority. */
  acme: { directoryUrl: string; email: string | undefined } | undefined;
  /** The DNS records that a team sets for a domain. */
  domainRecords: readonly DomainRecordTemplate[];
  smtpUrl: string | undefined;
  /** The phone service for SMS, voice and fax, with Twilio's API. */
  phoneUrl: string | undefined;
  /** 0 switches the member directory off. */
  directoryPollSeconds: number;
  /** How long audit events are kept. */
  auditDays: number;
  /** After how many days a deleted member's personal data is erased. */
  deletedMemberDays: number;
  webhookRetrySeconds: number;
  webhookMaxAttempts: number;
  /** Private addresses and networks that webhooks may be sent to. */
  webhookAllowedNetworks: readonly string[];
  /** The bearer token for `/metrics`; undefined: nothing in the demo, otherwise there are no metrics. */
  metricsToken: string | undefined;
  responseChecks: ResponseChecks;
  logLevel: (typeof LOG_LEVELS)[number];
}

const DIRECTORY_POLL_SECONDS = 60;
const AUDIT_DAYS = 400;
const DELETED_MEMBER_DAYS = 30;

/**
 * Reads and validates the environment (operating.md, Environment).
 * @throws {EnvironmentError} naming the variable, the problem and a valid example.
 */
export function readEnvironment(variables: Variables): Environment {
  rejectUnknownVariables(variables);
  rejectIncompleteVariables(variables);
  const source = readSecretFiles(variables);
  const read = <N extends VariableName>(
    name: N,
  ): z.output<(typeof VARIABLES)[N]['schema']> | undefined => {
    const text = source[name];
    if (text === undefined || text === '') return undefined;
    const { schema, expected, example } = VARIABLES[name];
    const result = z.safeParse(schema as z.ZodMiniType, text);
    if (result.success) return result.data as z.output<(typeof VARIABLES)[N]['schema']>;
    const shown = SECRET_VARIABLES.has(name) ? 'its value' : JSON.stringify(text);
    throw new EnvironmentError(
      `${name}: ${shown} is not ${expected}; for example ${name}=${example}`,
    );
  };
  const databaseUrl = read('DATABASE_URL');
  const acmeDirectoryUrl = read('PATRON_ACME_DIRECTORY_URL');
  const acmeEmail = read('PATRON_ACME_EMAIL');
  const loyaltyUrl = read('PATRON_LOYALTY_URL');
  const oidc = readOidcSettings(read);
  const oidcProblem = oidc && findOidcProblem(oidc);
  if (oidcProblem !== undefined) throw new EnvironmentError(oidcProblem);
  return {
    port: read('PORT') ?? 4180,
    host: read('HOST') ?? '127.0.0.1',
    publicUrl: trimTrailingSlash(read('PATRON_PUBLIC_URL')),
    databaseUrl,
    dataDirectory: read('PATRON_DATA_DIR') ?? '.data',
    demo: read('PATRON_DEMO') ?? databaseUrl === undefined,
    roles: new Set(read('PATRON_ROLES') ?? ROLES),
    trustedProxies: read('PATRON_TRUSTED_PROXIES') ?? [],
    passkeyDomain: read('PATRON_PASSKEY_DOMAIN'),
    oidc,
    advocacy: readAdvocacy(read, read('PATRON_ACCOUNT_TYPES')),
    advocacyScopes: read('PATRON_ADVOCACY_SCOPES'),
    loyaltyUrl: loyaltyUrl === NO_LOYALTY ? undefined : trimTrailingSlash(loyaltyUrl),
    hasLoyalty: loyaltyUrl !== NO_LOYALTY,
    consoleConfigFile: read('PATRON_CONSOLE_CONFIG'),
    accountProvidersFile: read('PATRON_ACCOUNT_PROVIDERS'),
    acme:
      acmeDirectoryUrl === undefined
        ? undefined
        : { directoryUrl: acmeDirectoryUrl, email: acmeEmail },
    domainRecords: read('PATRON_DOMAIN_RECORDS') ?? [],
    smtpUrl: read('SMTP_URL'),
    phoneUrl: read('PHONE_URL'),
    directoryPollSeconds: read('PATRON_DIRECTORY_POLL_SECONDS') ?? DIRECTORY_POLL_SECONDS,
    auditDays: read('PATRON_AUDIT_DAYS') ?? AUDIT_DAYS,
    deletedMemberDays: read('PATRON_DELETED_MEMBER_DAYS') ?? DELETED_MEMBER_DAYS,
    webhookRetrySeconds: read('LOYALTY_WEBHOOK_RETRY_SECONDS') ?? WEBHOOK_RETRY_SECONDS,
    webhookMaxAttempts: read('LOYALTY_WEBHOOK_MAX_ATTEMPTS') ?? WEBHOOK_MAX_ATTEMPTS,
    webhookAllowedNetworks: read('LOYALTY_WEBHOOK_ALLOWED_NETWORKS') ?? [],
    metricsToken: read('PATRON_METRICS_TOKEN'),
    responseChecks: read('PATRON_RESPONSE_CHECKS') ?? 'sample',
    logLevel: read('LOG_LEVEL') ?? 'info',
  };
}

/** The public address of a deployment that sets none. */
export function defaultPublicUrl({ port }: Pick<Environment, 'port'>): string {
  return `http://localhost:${port}`;
}

type AdvocacyVariable = Exclude<
  Extract<VariableName, `PATRON_ADVOCACY_${string}`>,
  'PATRON_ADVOCACY_SCOPES'
>;

function readAdvocacy(
  read: (name: AdvocacyVariable) => string | undefined,
  accountTypes: AccountType[] | undefined,
): AdvocacyService | undefined {
  const baseUrl = trimTrailingSlash(read('PATRON_ADVOCACY_URL'));
  const authUrl = read('PATRON_ADVOCACY_AUTH_URL');
  const tokenUrl = read('PATRON_ADVOCACY_TOKEN_URL');
  const revocationUrl = read('PATRON_ADVOCACY_REVOCATION_URL');
  const clientId = read('PATRON_ADVOCACY_CLIENT_ID');
  if (baseUrl === undefined) return undefined;
  return {
    baseUrl,
    authorizeUrl: oauthEndpoint(authUrl ?? baseUrl, 'authorize'),
    tokenUrl: oauthEndpoint(tokenUrl ?? baseUrl, 'token'),
    // Revocation is not in the specification, so another service may not have it.
    revocationUrl: revocationUrl && oauthEndpoint(revocationUrl, 'revoke'),
    clientId,
    accountTypes,
  };
}

/** An address whose last segment names the endpoint is the endpoint's own; others are a base, as {auth_url}. */
function oauthEndpoint(address: string, name: 'authorize' | 'token' | 'revoke'): string {
  const { pathname } = new URL(address);
  const isWhole = pathname.endsWith(`/${name}`) || (name === 'revoke' && pathname !== '/');
  return isWhole ? address : `${address.replace(/\/$/, '')}/oauth/${name}`;
}

function trimTrailingSlash(address: string | undefined): string | undefined {
  return address?.replace(/\/$/, '');
}
