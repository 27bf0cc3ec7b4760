import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { filterQuery, type MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { LIST_COUNT_MAX } from '#contract/cursor-list.ts';
import {
  type DirectoryAttribute,
  type ListedField,
  listDirectoryAttributes,
  listDirectoryValues,
} from '#contract/gateway/directory-values.ts';

export interface ValuesSearch {
  /** Undefined for those of all fields. */
  readonly field?: ListedField;
  /** Only members that match are counted. */
  readonly filter: MembersFilter;
  /** Part of the values. */
  readonly q?: string;
}

/** A change of a member changes them, too: the key begins like that of members. */
export const valuesKey = (teamId: string) => ['teams', teamId, 'members', 'values'] as const;

/** The values that members have of fields, the most frequent first. */
export function directoryValuesQuery(
  { directory }: Api,
  teamId: string,
  { field, filter, q }: ValuesSearch,
) {
  return queryOptions({
    queryKey: [...valuesKey(teamId), field, filter, q ?? ''],
    queryFn: directory
      ? async ({ signal }) => {
          const { q: search, ...filters } = filterQuery(filter);
          const query = { ...filters, search, field, q: q || undefined };
          const params = { team_id: teamId };
          return (await directory.request(listDirectoryValues, { params, query, signal })).data;
        }
      : skipToken,
  });
}

/** The fields whose values the facets count. */
export type FacetField = 'status' | 'tier';

/** A value of a filter, with the number of members that match the other filters. */
interface CountedValue {
  readonly value: string;
  /** What people call it, if that isn't known by the value alone. */
  readonly name: string | undefined;
  readonly count: number;
}

const toCounted = ({ value, name, count }: { value: string; name?: unknown; count: number }) => ({
  ...{ value, count },
  name: typeof name === 'string' ? name : undefined,
});

/**
 * The values that members have of a field, the most frequent first; undefined until they are loaded, null
 * while search is being prepared.
 *
 * @param filter the other filters
 */
export function useFilterValues(
  field: ListedField | FacetField,
  filter: MembersFilter,
  q = '',
): { values: readonly CountedValue[] | null | undefined; error: Error | null } {
  const [api, teamId] = [useApi(), useTeamId()];
  const isFacet = field === 'status' || field === 'tier';
  const facets = useQuery({ ...facetsQuery(api, teamId, filter), enabled: isFacet });
  const search = isFacet ? { filter } : { field, filter };
  const all = useQuery({ ...directoryValuesQuery(api, teamId, search), enabled: !isFacet });
  const found = useQuery({
    ...directoryValuesQuery(api, teamId, { ...search, q }),
    enabled: !isFacet && q !== '',
  });
  if (isFacet) {
    const { data, error } = facets;
    if (!data) return { values: data, error };
    const counted = field === 'tier' ? data.tiers.map(toCounted) : data.statuses.map(toCounted);
    return { values: counted, error };
  }
  const values = all.data && [...all.data, ...(found.data ?? [])].map(toCounted);
  return { values, error: all.error };
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
