import * as z from 'zod/mini';

const addressSchema = z.string().check(z.minLength(1));

/** A field of the form for accounts that are connected with credentials. */
const accountTypeFieldSchema = z.looseObject({
  /** The attribute of a new account, or the query parameter of `/accounts/new`, that it fills. */
  name: z.enum(['access_token', 'secret', 'site']),
  label: z.string(),
  required: z.boolean(),
  /** Shown as dots, and never filled in again. */
  secret: z.boolean(),
});

/** A kind of account that can be connected (decisions.md, 21). */
export const accountTypeSchema = z.looseObject({
  type: z.string(),
  label: z.string(),
  /** At the third party's own page, or by the fields below. */
  connect: z.enum(['authorize', 'credentials']),
  fields: z.array(accountTypeFieldSchema),
});
export type AccountType = z.output<typeof accountTypeSchema>;

/**
 * `/config.json`: all that the console must be told about its deployment. Addresses may be
 * relative to the console's own.
 */
export const consoleConfigSchema = z.looseObject({
  advocacy: z.looseObject({
    baseUrl: addressSchema,
    authorizeUrl: addressSchema,
    tokenUrl: addressSchema,
    /** Where sign-out ends the tokens (RFC 7009); the specification knows no such address. */
    revocationUrl: z.optional(addressSchema),
    clientId: z.string().check(z.minLength(1)),
    scopes: z.array(z.string()),
  }),
  loyalty: z.looseObject({
    /** With `{team_id}` where the team's id goes. */
    baseUrl: addressSchema.check(z.refine((address) => address.includes('{team_id}'))),
    /**
     * How the console reaches loyalty. `gateway`: with the advocacy access token, through a
     * gateway that adds the team's keys.
     */
    access: z.enum(['gateway']),
  }),
  /** The webhook inbox of a gateway of ours; left out where the deployment has none. */
  inbox: z.optional(
    z.looseObject({
      /** What the paths of inbox.ts are relative to. */
      baseUrl: addressSchema,
    }),
  ),
  accountTypes: z.array(accountTypeSchema),
});
export type ConsoleConfig = z.output<typeof consoleConfigSchema>;
