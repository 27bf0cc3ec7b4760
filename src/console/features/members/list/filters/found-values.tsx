import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useApi } from '#console/api/api-context.ts';
import type { MembersView } from '#console/features/members/members-view.ts';
import { changeSegment } from '#console/features/members/segment.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { formatFilterValue, VALUE_LABELS } from '#console/shared/members/segment-labels.ts';
import styles from '#console/ui/filter/filter-chip.module.css';
import { VALUE_FIELDS, type ValueField } from '#contract/gateway/filters/directory-filters.ts';
import { foldText } from '#contract/gateway/fold-text.ts';
import { directoryValuesQuery } from './directory-values-query.ts';
import { matchesLabel } from './match-values.ts';

interface FoundValuesProps {
  readonly query: string;
  readonly view: MembersView;
  readonly onChange: (changes: Partial<MembersView>) => void;
  readonly onClose: () => void;
}

const FOUND_MAX = 12;

/** The values that contain what was typed, as buttons that set their filter: "Tier: Gold", "State: TX". */
export function FoundValues({ query, view, onChange, onClose }: FoundValuesProps) {
  const [api, teamId] = [useApi(), useTeamId()];
  const q = useDeferredValue(query);
  const facets = useQuery(facetsQuery(api, teamId)).data;
  const common = useQuery(directoryValuesQuery(api, teamId, {})).data ?? [];
  const found = useQuery(directoryValuesQuery(api, teamId, { q })).data ?? [];
  const isFound = (text: string) => foldText(text).includes(foldText(query));
  const tiers = (facets?.tiers ?? []).filter(({ name }) => isFound(name));
  const tags = (facets?.tags ?? []).filter(({ value }) => isFound(value));
  const values = new Map(
    [...common, ...found].flatMap((each) => {
      const field = VALUE_FIELDS.find((known) => known === each.field);
      const isMatch = field && matchesLabel(field, each.value, query);
      return isMatch ? [[`${field} ${each.value}`, { ...each, field }] as const] : [];
    }),
  );
  const options = [
    ...tiers.map(({ value, name, count }) => ({
      label: `Tier: ${name}`,
      count,
      changes: { tiers: distinct([...(view.tiers ?? []), value]) },
    })),
    ...[...values.values()]
      .sort((a, b) => b.count - a.count)
      .map(({ field, value, count }) => ({
        label: `${VALUE_LABELS[field]}: ${formatFilterValue(field, value)}`,
        count,
        changes: { segment: withValue(view, field, value) },
      })),
    ...tags.map(({ value, count }) => ({
      label: `Tag: ${value}`,
      count,
      changes: {
        tags: view.tags
          ? { ...view.tags, tags: distinct([...view.tags.tags, value]) }
          : { mode: 'contain_any_of' as const, tags: [value] },
      },
    })),
  ];
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

const distinct = (values: readonly string[]) => [...new Set(values)];

function withValue({ segment = {} }: MembersView, field: ValueField, value: string) {
  if (field === 'has_email' || field === 'has_phone') {
    return changeSegment(segment, {
      [field]: value === 'true',
    } as Record<typeof field, boolean>);
  }
  return changeSegment(segment, { [field]: distinct([...(segment[field] ?? []), value]) });
}
