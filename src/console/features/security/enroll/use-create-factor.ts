import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import {
  type FactorKind,
  isOutOfBand,
  isPending,
} from '#console/features/security/factor-kinds.ts';
import { createFactor } from '#console/features/security/factor-requests.ts';
import { invalidateFactors } from '#console/features/security/factors-queries.ts';
import { useStepUp } from '#console/session/session-context.ts';
import type {
  AuthenticationFactor,
  NewAuthenticationFactorAttributes,
} from '#contract/advocacy/authentication-factors.ts';
import { saveFirstRetryAt } from './resend-times.ts';

interface CreateFactorOptions {
  readonly onCreated: (factor: AuthenticationFactor) => void;
  readonly onError?: (error: unknown) => void;
}

/** Asks for the password, then creates a factor. */
export function useCreateFactor({ onCreated, onError }: CreateFactorOptions) {
  const api = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (attributes: NewAuthenticationFactorAttributes) =>
      stepUp.withIdToken((idToken) => createFactor(api, attributes, idToken)),
    onSuccess: (factor) => {
      if (isOutOfBand(factor) && isPending(factor)) saveFirstRetryAt(factor);
      // Before the refetch, which may fail: the secret is only in this response.
      onCreated(factor);
      return invalidateFactors(queryClient);
    },
    onError: (error) => onError?.(error),
  });
}

/** @param number where codes are sent, in E.164 */
export function newFactorAttributes(
  { type, channel }: FactorKind,
  number?: string,
): NewAuthenticationFactorAttributes {
  return {
    type,
    ...(channel ? { channel } : {}),
    ...(number === undefined ? {} : { external_id: number }),
  };
}
