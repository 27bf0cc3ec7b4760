import * as z from 'zod/mini';
import { openEnum } from '#contract/open-enum.ts';

const addressSchema = z.string().check(z.minLength(1));

/** What confirms a sensitive change: passkeys.ts and provider-step-up.ts (decisions.md, 65). */
export const WAYS_TO_CONFIRM = ['password', 'passkey', 'sso'] as const;

/** The base URL of an API's endpoints. */
const extensionSchema = z.looseObject({ baseUrl: addressSchema });

const accountTypeFieldSchema = z.looseObject({
  /** The attribute of a new account, or the query parameter of `/accounts/new`. */
  name: z.enum(['access_token', 'secret', 'site']),
  label: z.string(),
  required: z.boolean(),
  /** Masked, and never prefilled. */
  secret: z.boolean(),
});

/** A kind of account that users can connect (decisions.md, 21). */
export const accountTypeSchema = z.looseObject({
  type: z.string(),
  label: z.string(),
  /** On the third party's page, or with the fields below. */
  connect: z.enum(['authorize', 'credentials']),
  fields: z.array(accountTypeFieldSchema),
});
export type AccountType = z.output<typeof accountTypeSchema>;

/** A DNS record that teams set for a domain. `{domain}` is replaced by the domain's name. */
export const domainRecordTemplateSchema = z.looseObject({
  type: z.enum(['A', 'AAAA', 'CNAME', 'TXT']),
  name: z.string().check(z.minLength(1), z.maxLength(253)),
  value: z.string().check(z.minLength(1), z.maxLength(1_000)),
});
export type DomainRecordTemplate = z.output<typeof domainRecordTemplateSchema>;

/** Optional parts of a deployment. The console leaves out pages and panels without their entry. */
const extensionsSchema = z.looseObject({
  /** A member's points history and adjustments: member-points.ts (decisions.md, 50). */
  points: z.optional(extensionSchema),
  /** The program with its keys: program.ts (decisions.md, 62). */
  program: z.optional(extensionSchema),
  /** Signature checks and test events: webhook-checks.ts (decisions.md, 51). */
  webhook_checks: z.optional(extensionSchema),
  account: z.optional(
    z.looseObject({
      baseUrl: addressSchema,
      /** Whether users can have passkeys: passkeys.ts (decisions.md, 65). */
      passkeys: z.optional(z.boolean()),
      /** The OpenID provider that people sign in with (decisions.md, 66). */
      provider: z.optional(z.looseObject({ name: z.string() })),
      /** The ways to confirm; the password where it is absent. A profile has those of its user. */
      confirm: z.optional(z.array(openEnum(WAYS_TO_CONFIRM))),
    }),
  ),
  directory: z.optional(extensionSchema),
  jobs: z.optional(extensionSchema),
  audit: z.optional(extensionSchema),
  /** Access to and erasure of a member's data: personal-data.ts (decisions.md, 63). */
  personal_data: z.optional(extensionSchema),
  people: z.optional(extensionSchema),
  /** The rules of a team: team-rules.ts (decisions.md, 67). */
  rules: z.optional(extensionSchema),
  /** Previews of HTML in a frame; on the console's own origin. */
  template_preview: z.optional(extensionSchema),
  /** The page that documents the APIs. */
  reference: z.optional(extensionSchema),
  domain_setup: z.optional(
    z.looseObject({
      /** The base URL of the endpoints in domain-setup.ts; absent if only the records are known. */
      baseUrl: z.optional(addressSchema),
      records: z.array(domainRecordTemplateSchema),
    }),
  ),
});

/**
 * `/config.json`: everything that the console needs to know about its deployment. URLs may be
 * relative to the console's.
 */
export const consoleConfigSchema = z.looseObject({
  advocacy: z.looseObject({
    baseUrl: addressSchema,
    authorizeUrl: addressSchema,
    tokenUrl: addressSchema,
    /** Sign-out revokes the tokens here (RFC 7009). Not part of the specification. */
    revocationUrl: z.optional(addressSchema),
    clientId: z.string().check(z.minLength(1)),
    /**
     * Scopes to request at sign-in. Pages whose scope isn't requested are not in the menu; without `teams:*` and
     * `webhooks:*`, the gateway decides by the membership of the team.
     */
    scopes: z.array(z.string()),
  }),
  /** The teams' loyalty programs; absent if the brand has none. */
  loyalty: z.optional(
    z.looseObject({
      /** Contains `{team_id}`. */
      baseUrl: addressSchema.check(z.refine((address) => address.includes('{team_id}'))),
      /**
       * How the console calls loyalty. `gateway`: with the advocacy access token, through a gateway
       * that adds the team's keys.
       */
      access: z.enum(['gateway']),
    }),
  ),
  /** The gateway's webhook inbox; absent if the deployment has none. */
  inbox: z.optional(
    z.looseObject({
      /** The base URL of the endpoints in inbox.ts. */
      baseUrl: addressSchema,
    }),
  ),
  accountTypes: z.array(accountTypeSchema),
  extensions: z.optional(extensionsSchema),
});
export type ConsoleConfig = z.output<typeof consoleConfigSchema>;
