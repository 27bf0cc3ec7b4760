import * as z from 'zod/mini';

const addressSchema = z.string().check(z.minLength(1));

/** A form field of an account type. */
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

/**
 * `/config.json`: everything that the console needs to know about its deployment. URLs may be
 * relative to the console's.
 */
export const consoleConfigSchema = z.looseObject({
  advocacy: z.looseObject({
    baseUrl: addressSchema,
    authorizeUrl: addressSchema,
    tokenUrl: addressSchema,
    /** Where sign-out revokes the tokens (RFC 7009). Not part of the specification. */
    revocationUrl: z.optional(addressSchema),
    clientId: z.string().check(z.minLength(1)),
    scopes: z.array(z.string()),
  }),
  loyalty: z.looseObject({
    /** Contains `{team_id}`. */
    baseUrl: addressSchema.check(z.refine((address) => address.includes('{team_id}'))),
    /**
     * How the console calls loyalty. `gateway`: with the advocacy access token, through a gateway
     * that adds the team's keys.
     */
    access: z.enum(['gateway']),
  }),
  /** The gateway's webhook inbox; absent if the deployment has none. */
  inbox: z.optional(
    z.looseObject({
      /** The base URL of the endpoints in inbox.ts. */
      baseUrl: addressSchema,
    }),
  ),
  accountTypes: z.array(accountTypeSchema),
});
export type ConsoleConfig = z.output<typeof consoleConfigSchema>;
