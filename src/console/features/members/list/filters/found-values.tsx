import { useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { changeFilter, type MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import {
  attributeConditions,
  type Condition,
  conditionsOf,
  formatFilterValue,
  LIST_LABELS,
  listValues,
  PRESENCE_LABELS,
  type PresenceField,
  TAG_CONDITIONS,
} from '#console/shared/members/filter-labels.ts';
import styles from '#console/ui/filter/filter-chip.module.css';
import {
  ATTRIBUTE_FIELD_PREFIX,
  LIST_FIELDS,
} from '#contract/gateway/filters/directory-filters.ts';
import { attributesQuery, directoryValuesQuery, type ValuesSearch } from './filter-values-query.ts';
import { matchesLabel } from './match-values.ts';

interface FoundValuesProps {
  readonly query: string;
  readonly filter: MembersFilter;
  readonly onChange: (changes: MembersFilter) => void;
  readonly onClose: () => void;
}

const FOUND_MAX = 12;
const VALUE_LISTS = LIST_FIELDS.filter((field) => field !== 'status' && field !== 'tier');
/** Attributes whose values are searched: those that most members have. */
const ATTRIBUTES_MAX = 5;

/** The values that contain what was typed, as buttons that add them to their filter: "Tier: Gold". */
export function FoundValues({ query, filter, onChange, onClose }: FoundValuesProps) {
  const options = useOptions(filter, useDeferredValue(query));
  if (!options) return <p>Search is being prepared.</p>;
  return options.slice(0, FOUND_MAX).map(({ label, count, changes }) => (
    <button
      key={label}
      type="button"
      className={styles.choice}
      onClick={() => {
        onClose();
        onChange(changes);
      }}
    >
      {label} ({formatNumber(count)})
    </button>
  ));
}

interface Option {
  readonly label: string;
  readonly count: number;
  readonly changes: MembersFilter;
}

/** Each filter is counted without its own values; null while search is being prepared. */
function useOptions(filter: MembersFilter, q: string): Option[] | null {
  const [api, teamId] = [useApi(), useTeamId()];
  const without = (conditions: readonly Condition[]) =>
    changeFilter(filter, Object.fromEntries(conditions.map(({ name }) => [name, undefined])));
  const add = (name: string, value: string) => {
    const values = [...new Set([...listValues(filter, { name }), value])];
    return { [name]: values } as MembersFilter;
  };
  const isFound = (value: string, name = value) => matchesLabel(name, value, q);

  const { data: facets } = useQuery(facetsQuery(api, teamId, without(conditionsOf('tier'))));
  const tiers = facets?.tiers ?? [];
  const tags = useQuery(facetsQuery(api, teamId, without(TAG_CONDITIONS))).data?.tags ?? [];
  const attributes = (useQuery(attributesQuery(api, teamId)).data ?? [])
    .filter(({ kind }) => kind !== 'number')
    .sort((a, b) => b.members - a.members)
    .slice(0, ATTRIBUTES_MAX);
  const set = VALUE_LISTS.filter((field) =>
    conditionsOf(field).some((condition) => listValues(filter, condition).length > 0),
  );
  // "texas" is found among all states, and a rare city by its letters.
  const searches: ValuesSearch[] = ['', q].flatMap((text) => [
    { filter, q: text },
    ...set.map((field) => ({ field, filter: without(conditionsOf(field)), q: text })),
  ]);
  const values = useQueries({
    queries: searches.map((search) => directoryValuesQuery(api, teamId, search)),
    combine: (results) =>
      results.flatMap(({ data = [] }, index) => {
        const isOfField = searches[index]?.field !== undefined;
        return isOfField ? data : data.filter((each) => !set.some((other) => other === each.field));
      }),
  });
  const ofAttributes = useQueries({
    queries: attributes.map(({ key }) =>
      directoryValuesQuery(api, teamId, {
        field: `${ATTRIBUTE_FIELD_PREFIX}${key}`,
        filter: without(attributeConditions(key)),
      }),
    ),
    combine: (results) =>
      results.flatMap(({ data = [] }, index) => {
        const key = attributes[index]?.key ?? '';
        return data.map((each) => ({ ...each, key }));
      }),
  });
  const labels: Readonly<Record<string, string>> = { ...LIST_LABELS, ...PRESENCE_LABELS };
  const ofFields = values.flatMap(({ field, value, count }) => {
    const name = formatFilterValue(field, value);
    if (!isFound(value, name) || !labels[field]) return [];
    const isPresence = field in PRESENCE_LABELS;
    const changes = isPresence
      ? ({ [field]: value === 'true' } as Pick<MembersFilter, PresenceField>)
      : add(field, value);
    return [{ label: `${labels[field]}: ${name}`, count, changes }];
  });
  const options = [
    ...tiers
      .filter(({ name }) => isFound(name))
      .map(({ value, name, count }) => ({
        ...{ label: `Tier: ${name}`, count, changes: add('tier', value) },
      })),
    ...ofFields.sort((a, b) => b.count - a.count),
    ...tags
      .filter(({ value }) => isFound(value))
      .map(({ value, count }) => ({ label: `Tag: ${value}`, count, changes: add('tag', value) })),
    ...ofAttributes
      .filter(({ value }) => isFound(value))
      .map(({ key, value, count }) => ({
        ...{ label: `${key}: ${value}`, count, changes: add(`attribute.${key}`, value) },
      })),
  ];
  if (facets === null) return null;
  return [...new Map(options.map((option) => [option.label, option])).values()];
}
