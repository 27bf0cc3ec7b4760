import { notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';

/**
 * Data of all cached queries whose key starts with `queryKey`, without fetching anything. The component
 * renders again when one of them changes, so it shows the same whichever page was open before.
 *
 * The array keeps its identity while the data does. The caller says what type the queries resolve to:
 * `useCachedData<MembersPage>(membersListKey(teamId))`.
 */
export function useCachedData<Data>(queryKey: QueryKey): readonly Data[] {
  const queryClient = useQueryClient();
  const last = useRef<readonly Data[]>([]);
  const subscribe = useCallback(
    (onChange: () => void) =>
      queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queryClient],
  );
  const getSnapshot = () => {
    const next = queryClient
      .getQueriesData<Data>({ queryKey })
      .flatMap(([, data]) => (data === undefined ? [] : [data]));
    const isSame =
      next.length === last.current.length &&
      next.every((data, index) => data === last.current[index]);
    if (!isSame) last.current = next;
    return last.current;
  };
  return useSyncExternalStore(subscribe, getSnapshot);
}
