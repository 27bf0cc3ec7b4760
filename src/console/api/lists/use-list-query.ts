import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';

export interface ListQueryOptions<Data, Row> {
  /** What the list holds, in the plural: "accounts". */
  readonly what: string;
  readonly rows: (data: Data) => readonly Row[];
  /** The scope that reading requires, if the session doesn't have it: nothing is fetched then. */
  readonly missingScope?: string | undefined;
  /** False while nothing needs the list: only what was fetched before is returned then. */
  readonly enabled?: boolean;
  /** The cursor of the request. A 400 then means that the service doesn't know it any more. */
  readonly cursor?: string | undefined;
}

/**
 * The query of a list, in the terms of `ListPage`: rows, missing scope, error, retry. `data` is what
 * the query resolved to.
 */
export function useListQuery<Data, Row, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
  { what, rows, missingScope, enabled = true, cursor }: ListQueryOptions<Data, Row>,
) {
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    ...query,
    enabled: enabled && missingScope === undefined,
  });
  const status = error instanceof ApiError ? error.status : undefined;
  return {
    what,
    data,
    rows: data === undefined ? undefined : rows(data),
    missingScope,
    error: toUserFacingError(error, `Couldn't load ${what}`),
    isNotFound: status === 404,
    isCursorInvalid: cursor !== undefined && status === 400,
    isFetching,
    isPlaceholderData,
    updatedAt: dataUpdatedAt,
    retry: () => void refetch(),
  };
}
