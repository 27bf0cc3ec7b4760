import { confirmWithPasskey, createStepUpOptions } from '#contract/account/passkeys.ts';
import { finishProviderStepUp, startProviderStepUp } from '#contract/account/provider-step-up.ts';
import { below, type OperationDocumentation } from '#contract/reference/documentation.ts';
import { BYTES, CREDENTIAL } from './passkeys.ts';

/** @param path of the account API */
export function stepUpOperations(path: string): readonly OperationDocumentation[] {
  return [
    {
      endpoint: below(path, createStepUpOptions),
      summary: 'Begin to confirm with a passkey',
      description:
        'Options for `navigator.credentials.get`, in the JSON of WebAuthn Level 3. They work for five minutes, once, with the same access token.',
      responses: {
        200: 'The options.',
        404: 'The user has no passkey that works on this address.',
      },
      prerequisite: 'add a passkey.',
    },
    {
      endpoint: below(path, confirmWithPasskey),
      summary: 'Confirm with a passkey',
      description:
        'Issues an `id_token`, like `POST /oauth/id_token`, for the proof that the user has one of their passkeys.',
      body: {
        credential: {
          ...CREDENTIAL,
          response: {
            clientDataJSON: BYTES,
            authenticatorData: BYTES,
            signature: BYTES,
            userHandle: BYTES,
          },
        },
      },
      responses: {
        200: 'The `id_token`.',
        422: 'The credential is not for the last options.',
      },
      prerequisite: 'use the `credential` that the browser made for the options.',
    },
    {
      endpoint: below(path, startProviderStepUp),
      summary: 'Begin to confirm at the OpenID provider',
      description:
        'The address to open in a new window within five minutes. The OpenID provider asks the user to sign in again, and the window ends at ' +
        '`/step-up/callback` of the console, with a `code` or an `error` in the fragment of its address.',
      responses: {
        200: 'The address.',
        404: 'The user is not linked to the OpenID provider of this deployment.',
      },
      prerequisite: 'sign in with the OpenID provider.',
    },
    {
      endpoint: below(path, finishProviderStepUp),
      summary: 'Confirm at the OpenID provider',
      description:
        'Issues an `id_token`, like `POST /oauth/id_token`, for the `code` at the end of the window. It works for two minutes, once, with the access token that began.',
      body: { code: 'replace-me' },
      responses: {
        200: 'The `id_token`.',
        422: 'The code is unknown, used or expired, or belongs to another access token.',
      },
      prerequisite: 'use the `code` of the window.',
    },
  ];
}
