import type * as z from 'zod/mini';
import type { GroupRole, OIDC_VARIABLES } from './oidc-variables.ts';

/** The OpenID provider that people sign in with (decisions.md, 66). */
export interface OidcSettings {
  /** Exactly as the provider writes it. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  /** What people call it. */
  name: string;
  scopes: readonly string[];
  /** Claims that have to hold at each sign-in. */
  require: Readonly<Record<string, string | number | boolean>>;
  /** The domains of addresses that the provider proves, in lower case; undefined for all. */
  domains: readonly string[] | undefined;
  sessionHours: number;
  /** The values of the claim `amr` of sign-ins that have a second step; undefined if all have. */
  amr: readonly string[] | undefined;
  /** The claim with a person's groups: its name, or the way to it through objects, with dots. */
  groupsClaim: string;
  /** The roles that groups give; undefined if all roles are given by hand. */
  groupRoles: readonly GroupRole[] | undefined;
  /** Whether it is the only way to sign in. */
  isOnly: boolean;
}

type Variables = typeof OIDC_VARIABLES;
type Read = <N extends keyof Variables>(name: N) => z.output<Variables[N]['schema']> | undefined;

const SESSION_HOURS = 12;
/** Anyone can have an account there; `hd` names the company. */
const GOOGLE = 'https://accounts.google.com';

export function readOidcSettings(read: Read): OidcSettings | undefined {
  const issuer = read('PATRON_OIDC_ISSUER');
  const clientId = read('PATRON_OIDC_CLIENT_ID');
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: read('PATRON_OIDC_CLIENT_SECRET'),
    name: read('PATRON_OIDC_NAME') ?? 'single sign-on',
    scopes: read('PATRON_OIDC_SCOPES') ?? ['openid', 'email', 'profile'],
    require: read('PATRON_OIDC_REQUIRE') ?? {},
    domains: read('PATRON_OIDC_DOMAINS'),
    sessionHours: read('PATRON_OIDC_SESSION_HOURS') ?? SESSION_HOURS,
    amr: read('PATRON_OIDC_AMR'),
    groupsClaim: read('PATRON_OIDC_GROUPS_CLAIM') ?? 'groups',
    groupRoles: read('PATRON_OIDC_ROLES'),
    isOnly: read('PATRON_OIDC_ONLY') ?? false,
  };
}

/** What is wrong with settings that are valid one by one. */
export function findOidcProblem({ issuer, require }: OidcSettings): string | undefined {
  return issuer === GOOGLE && !Object.hasOwn(require, 'hd')
    ? 'PATRON_OIDC_REQUIRE: Google needs the claim hd, the domain of your company; for example PATRON_OIDC_REQUIRE={"hd":"example.com"}'
    : undefined;
}
