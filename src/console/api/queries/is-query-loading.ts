import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether an enabled query has neither data nor an error yet. Its own `isLoading` is false while the
 * connection is lost, as if there were nothing to wait for.
 */
export function isQueryLoading({
  isEnabled,
  isPending,
}: Pick<UseQueryResult, 'isEnabled' | 'isPending'>): boolean {
  return isEnabled && isPending;
}
