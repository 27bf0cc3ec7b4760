import * as z from 'zod/mini';
import { idTokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { cursorListOf, cursorParameters, itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { idTokenParameter, strictQuery, timestampSchema } from '#contract/json-api.ts';
import { oneLineText } from '#contract/one-line-text.ts';
import { limitedString } from '#contract/text.ts';

/** Passkeys that a user can have (decisions.md, 65). */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;
const BODY_MAX_BYTES = 64 * 1024;

export const passkeySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  created_at: timestampSchema,
  last_used_at: z.nullable(timestampSchema),
  /** Whether a password manager copies it to other devices. */
  synced: z.boolean(),
  /** False if it belongs to an address that this deployment no longer has. */
  usable: z.boolean(),
});
export type Passkey = z.output<typeof passkeySchema>;

/** Bytes in base64url, as in all JSON of WebAuthn. */
const bytesOf = (maxBytes: number) =>
  limitedString(Math.ceil((maxBytes * 4) / 3)).check(z.regex(/^[\w-]+$/));

const challengeSchema = bytesOf(256);
/** The limits of WebAuthn Level 3. */
const credentialIdSchema = bytesOf(1023);
const userHandleSchema = bytesOf(64);
/** Far more than browsers send, for algorithms with large keys. */
const clientDataSchema = bytesOf(2 * 1024);
const authenticatorDataSchema = bytesOf(1024);
const signatureSchema = bytesOf(6 * 1024);
const attestationSchema = bytesOf(6 * 1024);

/** Options for the browser, in the JSON of WebAuthn Level 3. */
const requestOptionsSchema = z.looseObject({ challenge: challengeSchema });
const creationOptionsSchema = z.looseObject({
  challenge: challengeSchema,
  rp: z.looseObject({ name: z.string() }),
  user: z.looseObject({ id: userHandleSchema, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.looseObject({ type: z.literal('public-key'), alg: z.int() })),
});

const credential = {
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: z.literal('public-key'),
};

/** A new passkey, as browsers serialize it. */
const newCredentialSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: clientDataSchema,
    attestationObject: attestationSchema,
    transports: z.optional(z.array(limitedString(32)).check(z.maxLength(10))),
  }),
});

/** The proof that a user has a passkey, as browsers serialize it. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: clientDataSchema,
    authenticatorData: authenticatorDataSchema,
    signature: signatureSchema,
    userHandle: z.nullish(userHandleSchema),
  }),
});

const nameSchema = oneLineText(PASSKEY_NAME_MAX_LENGTH, 'Enter a name');
const common = { tag: 'Account', firstParty: true } as const;

export const listPasskeys = defineEndpoint({
  ...common,
  id: 'listPasskeys',
  method: 'GET',
  path: '/passkeys',
  query: strictQuery(cursorParameters),
  response: cursorListOf(passkeySchema),
  scope: 'authentication_factors:read',
});

export const createPasskeyOptions = defineEndpoint({
  ...common,
  id: 'createPasskeyOptions',
  method: 'POST',
  path: '/passkeys/options',
  query: strictQuery(idTokenParameter),
  response: itemOf(creationOptionsSchema),
  scope: 'authentication_factors:write',
  stepUp: true,
});

/** 422 unless the credential was created for the options of the same access token, within five minutes. */
export const createPasskey = defineEndpoint({
  ...common,
  id: 'createPasskey',
  method: 'POST',
  path: '/passkeys',
  query: strictQuery(idTokenParameter),
  body: z.object({ name: nameSchema, credential: newCredentialSchema }),
  bodyMaxBytes: BODY_MAX_BYTES,
  status: 201,
  response: itemOf(passkeySchema),
  scope: 'authentication_factors:write',
  stepUp: true,
});

export const updatePasskey = defineEndpoint({
  ...common,
  id: 'updatePasskey',
  method: 'PATCH',
  path: '/passkeys/:passkey_id',
  body: z.object({ name: nameSchema }),
  bodyMaxBytes: 4 * 1024,
  response: itemOf(passkeySchema),
  scope: 'authentication_factors:write',
});

/** 422 for the last way to sign in of a user without a password. */
export const deletePasskey = defineEndpoint({
  ...common,
  id: 'deletePasskey',
  method: 'DELETE',
  path: '/passkeys/:passkey_id',
  query: strictQuery(idTokenParameter),
  scope: 'authentication_factors:write',
  stepUp: true,
});

/** 404 for a user without a usable passkey. */
export const createStepUpOptions = defineEndpoint({
  ...common,
  id: 'createStepUpOptions',
  method: 'POST',
  path: '/step-up/options',
  response: itemOf(requestOptionsSchema),
  scope: 'identity',
});

/** Confirms with a passkey what otherwise needs the password; responds like `issueIdToken`. */
export const confirmWithPasskey = defineEndpoint({
  ...common,
  id: 'confirmWithPasskey',
  method: 'POST',
  path: '/step-up',
  body: z.object({ credential: assertionSchema }),
  bodyMaxBytes: BODY_MAX_BYTES,
  response: idTokenResponseSchema,
  scope: 'identity',
});
