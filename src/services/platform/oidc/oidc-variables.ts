import * as z from 'zod/mini';
import { oneLineText } from '#contract/one-line-text.ts';
import { flag, integer, json, scopeList } from '#services/platform/environment-formats.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Microsoft's issuers of several tenants, whose tokens name another one. */
const SHARED_TENANT = /\{|\/(common|organizations|consumers)(\/|$)/;

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || SHARED_TENANT.test(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
  return isSafe && `${search}${hash}${username}` === '';
}

const issuerSchema = z.string().check(z.refine(isIssuer));

/** Claims and the values that they need to have. */
const requiredClaimsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const emailDomainsSchema = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
    z
      .array(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)))
      .check(z.minLength(1), z.maxLength(100)),
  ),
);

/** In place of a group: everybody who signs in; in place of a team: all of them. */
export const ALL = '*';

const teamIdSchema = z.pipe(
  z.union([z.int().check(z.positive()), z.string().check(z.regex(/^[1-9]\d{0,14}$/))]),
  z.transform(Number),
);

/** A role that people of a group have in a team. */
const groupRoleSchema = z.strictObject({
  /** Exactly as the provider writes it. */
  group: z.string().check(z.minLength(1), z.maxLength(255)),
  team: z.union([z.literal(ALL), teamIdSchema]),
  /** A name or a kind. */
  role: z.string().check(z.minLength(1), z.maxLength(255)),
});
export type GroupRole = z.output<typeof groupRoleSchema>;

/** The formats of the settings for sign-in by an OpenID provider. */
export const OIDC_VARIABLES = {
  PATRON_OIDC_ISSUER: {
    schema: issuerSchema,
    expected: "the https URL of an OpenID provider's issuer, of one tenant",
    example: 'https://login.example.com',
  },
  PATRON_OIDC_CLIENT_ID: {
    schema: z.string().check(z.regex(/^[\x21-\x7e]{1,500}$/)),
    expected: "Patron's client ID at the OpenID provider",
    example: 'patron',
  },
  PATRON_OIDC_CLIENT_SECRET: {
    schema: z.string().check(z.regex(/^[\x20-\x7e]{1,1000}$/)),
    expected: "Patron's client secret at the OpenID provider",
    example: 'a-long-random-secret',
  },
  PATRON_OIDC_NAME: {
    schema: oneLineText(60, 'Enter a name'),
    expected: 'what people call the OpenID provider, in at most 60 characters',
    example: 'Acme',
  },
  PATRON_OIDC_SCOPES: {
    schema: scopeList.check(z.refine((scopes) => scopes.includes('openid'))),
    expected: 'a list of scopes with openid, separated by spaces',
    example: 'openid email profile',
  },
  PATRON_OIDC_REQUIRE: {
    schema: json(requiredClaimsSchema),
    expected: 'a JSON object of claims and the values that they need to have',
    example: '{"hd":"example.com"}',
  },
  PATRON_OIDC_DOMAINS: {
    schema: emailDomainsSchema,
    expected: 'the domains of email addresses, separated by commas',
    example: 'example.com,example.org',
  },
  PATRON_OIDC_SESSION_HOURS: {
    schema: integer(1, 720),
    expected: 'a whole number of hours from 1 to 720',
    example: '12',
  },
  PATRON_OIDC_AMR: {
    schema: z.pipe(
      z.string(),
      z.pipe(
        z.transform((text: string) => text.split(/[\s,]+/).filter(Boolean)),
        z
          .array(z.string().check(z.regex(/^[\x21-\x2b\x2d-\x7e]{1,100}$/)))
          .check(z.minLength(1), z.maxLength(50)),
      ),
    ),
    expected: 'the values of amr that are a second step, separated by commas',
    example: 'mfa,hwk',
  },
  PATRON_OIDC_GROUPS_CLAIM: {
    schema: z.string().check(z.regex(/^[^\s.]+(\.[^\s.]+)*$/), z.maxLength(200)),
    expected: 'the name of a claim, or the way to it with dots, in at most 200 characters',
    example: 'groups',
  },
  PATRON_OIDC_ROLES: {
    schema: json(z.array(groupRoleSchema).check(z.minLength(1), z.maxLength(200))),
    expected: 'a JSON array of 1 to 200 objects with a group, the ID of a team, and a role',
    example: '[{"group":"support","team":1,"role":"support"}]',
  },
  PATRON_OIDC_ONLY: { schema: flag, expected: '0 or 1', example: '1' },
} as const;
