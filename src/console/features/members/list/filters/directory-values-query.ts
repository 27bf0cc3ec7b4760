import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import {
  listDirectoryAttributes,
  listDirectoryValues,
} from '#contract/gateway/directory-values.ts';
import type { ValueField } from '#contract/gateway/filters/directory-filters.ts';

interface ValuesSearch {
  readonly field?: ValueField;
  /** Part of the values. */
  readonly q?: string;
}

/** A change of a member changes them, too: the key begins like that of members. */
const valuesKey = (teamId: string) => ['teams', teamId, 'members', 'values'] as const;

/** The values that members have of filters, the most frequent first. */
export function directoryValuesQuery(
  { directory }: Api,
  teamId: string,
  { field, q }: ValuesSearch,
) {
  return queryOptions({
    queryKey: [...valuesKey(teamId), field, q ?? ''],
    queryFn: directory
      ? async ({ signal }) => {
          const query = { field, q: q || undefined };
          const params = { team_id: teamId };
          return (await directory.request(listDirectoryValues, { params, query, signal })).data;
        }
      : skipToken,
  });
}

/** The custom attributes that members have. */
export function attributesQuery({ directory }: Api, teamId: string) {
  return queryOptions({
    queryKey: [...valuesKey(teamId), 'attributes'],
    queryFn: directory
      ? async ({ signal }) => {
          const params = { team_id: teamId };
          return (await directory.request(listDirectoryAttributes, { params, signal })).data;
        }
      : skipToken,
  });
}
