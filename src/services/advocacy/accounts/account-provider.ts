import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An endpoint of a network; `{site}` stands for the shop's host name. Plain http on loopback only. */
const endpointSchema = z.string().check(
  z.refine(
    (text) => {
      const address = text.replaceAll('{site}', 'site.example');
      if (!URL.canParse(address)) return false;
      const { protocol, hostname } = new URL(address);
      return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
    },
    { error: 'Takes an https address' },
  ),
);

/** Where a value stands in a JSON document: names and array positions joined by dots. */
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
 * A network that accounts are connected from by OAuth 2.0: all that differs between one and another.
 * The account type `shopify` asks the person for the shop, the `{site}` of its endpoints.
 */
const accountProviderSchema = z.strictObject({
  type: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/)),
  label: z.string().check(z.minLength(1)),
  /** Compared with `iss` where the network sends it (RFC 9207); default: the authorization origin. */
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
  /** Parameters that the network's authorization and token endpoints take besides the standard's. */
  authorizationParameters: z._default(z.record(z.string(), z.string()), {}),
  tokenParameters: z._default(z.record(z.string(), z.string()), {}),
  /** The header that carries the bare access token; default: `Authorization: Bearer`. */
  profileTokenHeader: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]+$/))),
  profile: profileMappingSchema,
  capabilities: z.array(z.string()),
});
export type AccountProvider = z.output<typeof accountProviderSchema>;

const providersSchema = z.array(accountProviderSchema).check(
  z.refine((providers) => new Set(providers.map(({ type }) => type)).size === providers.length, {
    error: 'Holds a type twice',
  }),
);

/** The file of networks is missing or wrong; the message is one line and holds no secret. */
export class AccountProvidersError extends Error {}

/** @throws {AccountProvidersError} naming where the table is wrong */
export function parseAccountProviders(table: unknown): AccountProvider[] {
  const result = z.safeParse(providersSchema, table);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join('.') || 'the table';
  throw new AccountProvidersError(`${place}: ${describeIssue(issue)}`);
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `Takes no ${issue.keys.join(', ')}`;
  if (issue?.code === 'invalid_type') return `Takes ${issue.expected}`;
  return issue?.message ?? 'Is invalid';
}

/**
 * Reads a deployment's networks from a JSON file.
 * @throws {AccountProvidersError}
 */
export function readAccountProviders(path: string): AccountProvider[] {
  let table: unknown;
  try {
    table = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'can not be read';
    throw new AccountProvidersError(`${path} ${reason}`);
  }
  return parseAccountProviders(table);
}
