import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { deleteFactor } from './factor-requests.ts';
import { FACTORS_KEY } from './factors-queries.ts';

/** Deletes a factor, once the person has confirmed the password. */
export function useDeleteFactor(factorId: string, onDeleted: () => void) {
  const api = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => stepUp.withIdToken((idToken) => deleteFactor(api, factorId, idToken)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: FACTORS_KEY });
      onDeleted();
    },
    // Another tab was faster: the list beneath has to know.
    onError: (error) =>
      error instanceof ApiError && error.status === 404
        ? queryClient.invalidateQueries({ queryKey: FACTORS_KEY })
        : undefined,
  });
}
