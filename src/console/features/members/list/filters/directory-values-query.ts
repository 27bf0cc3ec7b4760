import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { LIST_COUNT_MAX } from '#contract/cursor-list.ts';
import {
  type DirectoryAttribute,
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

const ATTRIBUTE_PAGES_MAX = 5;

/** The custom attributes that members have: the first thousand, by key. */
export function attributesQuery({ directory }: Api, teamId: string) {
  return queryOptions({
    queryKey: [...valuesKey(teamId), 'attributes'],
    queryFn: directory
      ? async ({ signal }) => {
          const attributes: DirectoryAttribute[] = [];
          let start_cursor: string | undefined;
          for (let page = 0; page < ATTRIBUTE_PAGES_MAX; page += 1) {
            const { data, next_cursor } = await directory.request(listDirectoryAttributes, {
              params: { team_id: teamId },
              query: { count: LIST_COUNT_MAX, start_cursor },
              signal,
            });
            attributes.push(...data);
            if (next_cursor === null) break;
            start_cursor = next_cursor;
          }
          return attributes;
        }
      : skipToken,
  });
}
