import * as z from 'zod/mini';
import type { DomainRecordTemplate } from '#contract/gateway/config.ts';
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
  ROLES,
  type Role,
  SECRET_VARIABLES,
  VARIABLES,
  type VariableName,
} from './environment-variables.ts';
import type { ResponseChecks } from './http/response-checks.ts';

/** An advocacy service outside this deployment (advocacy.md, What the service does). */
export interface AdvocacyService {
  /** {base_url}, {auth_url} and {token_url}, without a trailing slash. */
  baseUrl: string;
  authUrl: string;
  tokenUrl: string;
  /** The token revocation endpoint (RFC 7009); undefined if it has none. */
  revocationUrl: string | undefined;
  /** The console's client there; undefined for the default client ID. */
  clientId: string | undefined;
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
  /** Where users sign in and what the console calls; undefined for this deployment's own service. */
  advocacy: AdvocacyService | undefined;
  /** {loyalty_base_url} of teams without their own; undefined for this deployment's service. */
  loyaltyUrl: string | undefined;
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
  webhookRetrySeconds: number;
  webhookMaxAttempts: number;
  /** Private addresses and networks that webhooks may be sent to. */
  webhookAllowedNetworks: readonly string[];
  /** What `/metrics` asks for; undefined: nothing in the demo, otherwise there are no metrics. */
  metricsToken: string | undefined;
  responseChecks: ResponseChecks;
  logLevel: (typeof LOG_LEVELS)[number];
}

const DIRECTORY_POLL_SECONDS = 60;
const AUDIT_DAYS = 400;

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
  return {
    port: read('PORT') ?? 4180,
    host: read('HOST') ?? '127.0.0.1',
    publicUrl: trimTrailingSlash(read('PATRON_PUBLIC_URL')),
    databaseUrl,
    dataDirectory: read('PATRON_DATA_DIR') ?? '.data',
    demo: read('PATRON_DEMO') ?? databaseUrl === undefined,
    roles: new Set(read('PATRON_ROLES') ?? ROLES),
    trustedProxies: read('PATRON_TRUSTED_PROXIES') ?? [],
    advocacy: readAdvocacy(read),
    loyaltyUrl: trimTrailingSlash(read('PATRON_LOYALTY_URL')),
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

function readAdvocacy(
  read: (name: Extract<VariableName, `PATRON_ADVOCACY_${string}`>) => string | undefined,
): AdvocacyService | undefined {
  const baseUrl = trimTrailingSlash(read('PATRON_ADVOCACY_URL'));
  const authUrl = trimTrailingSlash(read('PATRON_ADVOCACY_AUTH_URL'));
  const tokenUrl = trimTrailingSlash(read('PATRON_ADVOCACY_TOKEN_URL'));
  const revocationUrl = read('PATRON_ADVOCACY_REVOCATION_URL');
  const clientId = read('PATRON_ADVOCACY_CLIENT_ID');
  if (baseUrl === undefined) return undefined;
  const [authOrBase, tokenOrBase] = [authUrl ?? baseUrl, tokenUrl ?? baseUrl];
  return { baseUrl, authUrl: authOrBase, tokenUrl: tokenOrBase, revocationUrl, clientId };
}

function trimTrailingSlash(address: string | undefined): string | undefined {
  return address?.replace(/\/$/, '');
}
