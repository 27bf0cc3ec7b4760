import type { Api } from '#console/api/api.ts';
import type { Client } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { setDefaultFactor } from '#contract/account/default-factor.ts';
import {
  type AuthenticationFactor,
  createAuthenticationFactor,
  deleteAuthenticationFactor,
  type NewAuthenticationFactorAttributes,
} from '#contract/advocacy/authentication-factors.ts';

/** Creates a factor. @throws {ApiError} */
export async function createFactor(
  api: Api,
  attributes: NewAuthenticationFactorAttributes,
  idToken: string,
): Promise<AuthenticationFactor> {
  const { data } = await api.advocacy.request(createAuthenticationFactor, {
    body: { data: { type: 'authentication_factor', attributes } },
    idToken,
  });
  return data;
}

/** Makes sign-in ask for a factor first. @throws {ApiError} */
export async function makeDefault(
  account: Client,
  factorId: string,
  idToken: string,
): Promise<void> {
  const params = { authentication_factor_id: factorId };
  await account.request(setDefaultFactor, { params, idToken });
}

/** Deletes a factor. Succeeds if it is already deleted. @throws {ApiError} */
export async function deleteFactor(api: Api, factorId: string, idToken: string): Promise<void> {
  try {
    await api.advocacy.request(deleteAuthenticationFactor, {
      params: { authentication_factor_id: factorId },
      idToken,
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
