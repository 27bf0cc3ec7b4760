import * as z from 'zod/mini';
import { accountTypeSchema, domainRecordTemplateSchema } from '#contract/gateway/config.ts';
import { addressOf, flag, integer, json, networkList, scopeList } from './environment-formats.ts';
import { RESPONSE_CHECKS } from './http/response-checks.ts';
import { OIDC_VARIABLES } from './oidc/oidc-variables.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const ROLES = ['console', 'advocacy', 'loyalty'] as const;
export type Role = (typeof ROLES)[number];

const roleList = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').map((role) => role.trim())),
    z.array(z.enum(ROLES)).check(z.minLength(1)),
  ),
);

/** The value of `PATRON_LOYALTY_URL` for a brand that has no loyalty program. */
export const NO_LOYALTY = 'none';

function hasValidSender(text: string): boolean {
  const from = new URL(text).searchParams.get('from');
  return from === null || z.safeParse(z.email(), from).success;
}

function hasPhoneAccount(text: string): boolean {
  const { username, password, searchParams } = new URL(text);
  return username !== '' && password !== '' && /^\+\d{7,15}$/.test(searchParams.get('from') ?? '');
}

/** Each variable's format and, for error messages, a valid example (operating.md, Environment). */
export const VARIABLES = {
  PORT: { schema: integer(0, 65535), expected: 'a port number', example: '4180' },
  HOST: {
    schema: z.string().check(z.regex(/^[A-Za-z0-9.:_-]+$/)),
    expected: 'an address to listen on',
    example: '127.0.0.1',
  },
  PATRON_PUBLIC_URL: {
    schema: addressOf(['http:', 'https:'], { path: false }),
    expected: 'an http or https URL without a path',
    example: 'https://patron.example.com',
  },
  DATABASE_URL: {
    schema: addressOf(['postgres:', 'postgresql:'], { path: true }),
    expected: 'a PostgreSQL URL',
    example: 'postgres://patron:password@127.0.0.1:5432/patron',
  },
  PATRON_DATA_DIR: {
    schema: z.string().check(z.minLength(1)),
    expected: 'a directory path',
    example: '.data',
  },
  PATRON_DEMO: { schema: flag, expected: '0 or 1', example: '1' },
  PATRON_ROLES: {
    schema: roleList,
    expected: `one or more of ${ROLES.join(', ')}, separated by commas`,
    example: 'console,advocacy,loyalty',
  },
  PATRON_ADVOCACY_URL: {
    schema: addressOf(['http:', 'https:'], { path: true }),
    expected: "an advocacy service's http or https URL",
    example: 'https://advocacy.example.com',
  },
  PATRON_ADVOCACY_AUTH_URL: {
    schema: addressOf(['http:', 'https:'], { path: true }),
    expected: 'an http or https URL',
    example: 'https://login.example.com',
  },
  PATRON_ADVOCACY_TOKEN_URL: {
    schema: addressOf(['http:', 'https:'], { path: true }),
    expected: 'an http or https URL',
    example: 'https://login.example.com',
  },
  PATRON_ADVOCACY_CLIENT_ID: {
    schema: z.string().check(z.minLength(1)),
    expected: "the console's client ID at the advocacy service",
    example: 'patron-console',
  },
  PATRON_ADVOCACY_REVOCATION_URL: {
    schema: addressOf(['http:', 'https:'], { path: true }),
    expected: 'an http or https URL',
    example: 'https://advocacy.example.com/oauth/revoke',
  },
  PATRON_ADVOCACY_SCOPES: {
    schema: scopeList,
    expected: 'a list of scopes, separated by spaces',
    example: 'identity accounts:read accounts:write',
  },
  PATRON_ACCOUNT_TYPES: {
    schema: json(z.array(accountTypeSchema).check(z.maxLength(200))),
    expected:
      'a JSON array of account types with type, label, connect (authorize or credentials) and fields',
    example: '[{"type":"mastodon","label":"Mastodon","connect":"authorize","fields":[]}]',
  },
  PATRON_LOYALTY_URL: {
    schema: z.union([z.literal(NO_LOYALTY), addressOf(['http:', 'https:'], { path: true })]),
    expected: `a loyalty service's http or https URL, or ${NO_LOYALTY}`,
    example: 'https://loyalty.example.com/v2',
  },
  PATRON_TRUSTED_PROXIES: {
    schema: networkList,
    expected: 'one or more IP addresses or networks, separated by commas',
    example: '10.0.0.0/8,fd00::/8',
  },
  PATRON_PASSKEY_DOMAIN: {
    schema: z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)),
    expected: 'the host of the public address, or a parent of it, in lower case',
    example: 'example.com',
  },
  ...OIDC_VARIABLES,
  PATRON_CONSOLE_CONFIG: {
    schema: z.string().check(z.minLength(1)),
    expected: 'the path of a JSON file to serve as /config.json',
    example: 'console-config.json',
  },
  PATRON_ACCOUNT_PROVIDERS: {
    schema: z.string().check(z.minLength(1)),
    expected: 'the path of a JSON file with the networks to connect accounts from',
    example: 'account-providers.json',
  },
  PATRON_DOMAIN_RECORDS: {
    schema: json(z.array(domainRecordTemplateSchema).check(z.maxLength(10))),
    expected:
      'a JSON array of at most 10 DNS records with type (A, AAAA, CNAME or TXT), name and value',
    example: '[{"type":"CNAME","name":"{domain}","value":"edge.example.com"}]',
  },
  PATRON_ACME_DIRECTORY_URL: {
    schema: addressOf(['https:'], { path: true }),
    expected: "an ACME directory's https URL",
    example: 'https://acme-v02.api.letsencrypt.org/directory',
  },
  PATRON_ACME_EMAIL: {
    schema: z.email(),
    expected: 'an email address',
    example: 'admin@example.com',
  },
  PATRON_DIRECTORY_POLL_SECONDS: {
    schema: integer(0, 86_400),
    expected: 'a whole number of seconds, at most 86400',
    example: '60',
  },
  SMTP_URL: {
    schema: addressOf(['smtp:', 'smtps:'], { path: true }).check(z.refine(hasValidSender)),
    expected: 'an SMTP URL, whose parameter from is an email address',
    example: 'smtp://user:password@mail.example.com:587',
  },
  PHONE_URL: {
    schema: addressOf(['http:', 'https:'], { path: true }).check(z.refine(hasPhoneAccount)),
    expected: "a phone service's URL with an account, a token and a caller number",
    example: 'https://account:token@api.twilio.com?from=%2B15551234567',
  },
  PATRON_AUDIT_DAYS: {
    schema: integer(1, 36_500),
    expected: 'a whole number of days from 1 to 36500',
    example: '400',
  },
  PATRON_DELETED_MEMBER_DAYS: {
    schema: integer(0, 36_500),
    expected: 'a whole number of days, at most 36500',
    example: '30',
  },
  LOYALTY_WEBHOOK_RETRY_SECONDS: {
    schema: integer(0, 86_400),
    expected: 'a whole number of seconds, at most 86400',
    example: '300',
  },
  LOYALTY_WEBHOOK_MAX_ATTEMPTS: {
    schema: integer(1, 100),
    expected: 'a whole number from 1 to 100',
    example: '5',
  },
  LOYALTY_WEBHOOK_ALLOWED_NETWORKS: {
    schema: networkList,
    expected: 'one or more IP addresses or networks, separated by commas',
    example: '10.20.0.0/16,fd00::/8',
  },
  PATRON_METRICS_TOKEN: {
    schema: z.string().check(z.regex(/^[\w.~+/=-]{16,200}$/)),
    expected: 'a bearer token of 16 to 200 characters',
    example: 'a-long-random-token',
  },
  PATRON_RESPONSE_CHECKS: {
    schema: z.enum(RESPONSE_CHECKS),
    expected: `one of ${RESPONSE_CHECKS.join(', ')}`,
    example: 'sample',
  },
  LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS),
    expected: `one of ${LOG_LEVELS.join(', ')}`,
    example: 'info',
  },
} as const;

export type VariableName = keyof typeof VARIABLES;

/** Variables that mean nothing without another one. */
export const PARTNERS: Partial<Record<VariableName, VariableName>> = {
  PATRON_ADVOCACY_AUTH_URL: 'PATRON_ADVOCACY_URL',
  PATRON_ADVOCACY_TOKEN_URL: 'PATRON_ADVOCACY_URL',
  PATRON_ADVOCACY_REVOCATION_URL: 'PATRON_ADVOCACY_URL',
  PATRON_ADVOCACY_CLIENT_ID: 'PATRON_ADVOCACY_URL',
  PATRON_ACCOUNT_TYPES: 'PATRON_ADVOCACY_URL',
  PATRON_ACME_EMAIL: 'PATRON_ACME_DIRECTORY_URL',
  PATRON_OIDC_ISSUER: 'PATRON_OIDC_CLIENT_ID',
  PATRON_OIDC_CLIENT_ID: 'PATRON_OIDC_ISSUER',
  PATRON_OIDC_CLIENT_SECRET: 'PATRON_OIDC_ISSUER',
  PATRON_OIDC_NAME: 'PATRON_OIDC_ISSUER',
  PATRON_OIDC_SCOPES: 'PATRON_OIDC_ISSUER',
  PATRON_OIDC_REQUIRE: 'PATRON_OIDC_ISSUER',
  PATRON_OIDC_AMR: 'PATRON_OIDC_ISSUER',
  PATRON_OIDC_DOMAINS: 'PATRON_OIDC_ISSUER',
  PATRON_OIDC_SESSION_HOURS: 'PATRON_OIDC_ISSUER',
  PATRON_OIDC_GROUPS_CLAIM: 'PATRON_OIDC_ROLES',
  PATRON_OIDC_ROLES: 'PATRON_OIDC_ISSUER',
  PATRON_OIDC_ONLY: 'PATRON_OIDC_ISSUER',
};

/**
 * Error messages don't repeat these values, because they may contain a password. Each can be in a file
 * that `<name>_FILE` names instead.
 */
export const SECRET_VARIABLES: ReadonlySet<VariableName> = new Set([
  'DATABASE_URL',
  'SMTP_URL',
  'PHONE_URL',
  'PATRON_METRICS_TOKEN',
  'PATRON_OIDC_CLIENT_SECRET',
]);
