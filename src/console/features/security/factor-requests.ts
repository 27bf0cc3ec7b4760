import type { Api } from '#console/api/api.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
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
