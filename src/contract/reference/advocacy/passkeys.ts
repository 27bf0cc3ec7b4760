import {
  createPasskey,
  createPasskeyOptions,
  deletePasskey,
  listPasskeys,
  passkeySchema,
  updatePasskey,
} from '#contract/account/passkeys.ts';
import {
  below,
  type OperationDocumentation,
  type SchemaDocumentation,
} from '#contract/reference/documentation.ts';

const PASSKEY_ID = { description: 'The `id` of the passkey.', example: 1 };
/** Of a credential that a browser serialized. */
export const BYTES = 'cmVwbGFjZS1tZQ';
export const CREDENTIAL = { id: BYTES, rawId: BYTES, type: 'public-key' as const };

export const passkeySchemas: Record<string, SchemaDocumentation> = {
  Passkey: {
    schema: passkeySchema,
    description:
      'A passkey of the user. `usable` is false if it was created on an address that Patron no longer has.',
  },
};

/** @param path of the account API */
export function passkeyOperations(path: string): readonly OperationDocumentation[] {
  return [
    {
      endpoint: below(path, listPasskeys),
      summary: "List the user's passkeys",
      description: 'The passkeys that the user signs in and confirms with, oldest first.',
      responses: { 200: 'A page of passkeys.' },
    },
    {
      endpoint: below(path, createPasskeyOptions),
      summary: 'Begin to add a passkey',
      description:
        'Options for `navigator.credentials.create`, in the JSON of WebAuthn Level 3. They work for five minutes, once, with the same access token.',
      responses: {
        200: 'The options.',
        404: 'Browsers have no passkeys on the address of this deployment.',
        422: 'The user has 20 passkeys.',
      },
    },
    {
      endpoint: below(path, createPasskey),
      summary: 'Add a passkey',
      description:
        'Adds the passkey that the browser created, and notifies the user by email. A passkey signs in without password and code, and is asked for after a password.',
      body: {
        name: 'Work laptop',
        credential: {
          ...CREDENTIAL,
          response: { clientDataJSON: BYTES, attestationObject: BYTES, transports: ['internal'] },
        },
      },
      responses: {
        201: 'The added passkey.',
        404: 'Browsers have no passkeys on the address of this deployment.',
        422: 'The credential is not for the last options, or the user has 20 passkeys.',
      },
      prerequisite: 'use the `credential` that the browser created for the options.',
    },
    {
      endpoint: below(path, updatePasskey),
      summary: 'Rename a passkey',
      description: 'Changes the name by which the user knows the passkey.',
      parameters: { passkey_id: PASSKEY_ID },
      body: { name: 'Work laptop' },
      responses: {
        200: 'The changed passkey.',
        404: 'The user has no such passkey.',
        422: 'The name is empty or too long.',
      },
      prerequisite: 'use the `id` of a passkey from the list.',
    },
    {
      endpoint: below(path, deletePasskey),
      summary: 'Remove a passkey',
      description: 'Removes a passkey, and notifies the user by email.',
      parameters: { passkey_id: PASSKEY_ID },
      responses: {
        204: 'Removed.',
        404: 'The user has no such passkey.',
        422: "It is the user's only way to sign in.",
      },
      prerequisite: 'use the `id` of a passkey from the list.',
    },
  ];
}
