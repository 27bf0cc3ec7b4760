import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `{site}` is replaced by the shop's host name. Plain http is allowed on loopback only. */
const endpointSchema = z.string().check(
  z.refine(
    (text) => {
      const address = text.replaceAll('{site}', 'site.example');
      if (!URL.canParse(address)) return false;
      const { protocol, hostname } = new URL(address);
      return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
    },
    { error: 'Must be an https URL' },
  ),
);

/** Path to a value in a JSON document: member names and array indexes joined by dots. */
const jsonPath = z.string().check(z.minLength(1));

const profileMappingSchema = z.strictObject({
  external_id: jsonPath,
  name: jsonPath,
  username: z.optional(jsonPath),
  image_url: z.optional(jsonPath),
  followers_count: z.optional(jsonPath),
  follows_count: z.optional(jsonPath),
  media_count: z.optional(jsonPath),
  likes_count: z.optional(jsonPath),
  subaccounts: z.optional(
    z.strictObject({ list: jsonPath, external_id: jsonPath, name: jsonPath }),
  ),
});
export type ProfileMapping = z.output<typeof profileMappingSchema>;

/**
 * A network whose accounts are connected by OAuth 2.0: everything that differs between networks.
 * For the type `shopify` the user enters the shop, which is the `{site}` of its endpoints.
 */
const accountProviderSchema = z.strictObject({
  type: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/)),
  label: z.string().check(z.minLength(1)),
  /** Compared with `iss` if the network sends it (RFC 9207); default: the authorization origin. */
  issuer: z.optional(z.string()),
  authorizationEndpoint: endpointSchema,
  tokenEndpoint: endpointSchema,
  profileEndpoint: endpointSchema,
  clientId: z.string().check(z.minLength(1)),
  clientSecret: z.string().check(z.minLength(1)),
  clientAuthentication: z._default(z.enum(['basic', 'post']), 'basic'),
  scopes: z.array(z.string()),
  scopeSeparator: z._default(z.enum([' ', ',']), ' '),
  pkce: z._default(z.boolean(), true),
  /** Extra parameters for the authorization and token endpoints. */
  authorizationParameters: z._default(z.record(z.string(), z.string()), {}),
  tokenParameters: z._default(z.record(z.string(), z.string()), {}),
  /** The header for the bare access token; default: `Authorization: Bearer`. */
  profileTokenHeader: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]+$/))),
  profile: profileMappingSchema,
  capabilities: z.array(z.string()),
});
export type AccountProvider = z.output<typeof accountProviderSchema>;

const providersSchema = z.array(accountProviderSchema).check(
  z.refine((providers) => new Set(providers.map(({ type }) => type)).size === providers.length, {
    error: 'Has the same type twice',
  }),
);

/** The networks file is missing or invalid. The message is one line without secrets. */
export class AccountProvidersError extends Error {}

/** @throws {AccountProvidersError} naming the invalid place */
export function parseAccountProviders(table: unknown): AccountProvider[] {
  const result = z.safeParse(providersSchema, table);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') || 'the file';
  throw new AccountProvidersError(`${path}: ${describeIssue(issue)}`);
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `Has unknown members: ${issue.keys.join(', ')}`;
  if (issue?.code === 'invalid_type') return `Must be of type ${issue.expected}`;
  return issue?.message ?? 'Is invalid';
}

/**
 * Reads the deployment's networks from a JSON file.
 * @throws {AccountProvidersError}
 */
export function readAccountProviders(path: string): AccountProvider[] {
  let table: unknown;
  try {
    table = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new AccountProvidersError(`${path} ${reason}`);
  }
  return parseAccountProviders(table);
}
