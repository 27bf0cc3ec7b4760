import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { eventTypesQuery } from '#console/features/inbox/inbox-queries.ts';
import {
  filterLabels,
  type InboxFilters,
  type InboxList,
  type InboxView,
  NO_FILTERS,
  receivedLabel,
  unreadableFilters,
} from '#console/features/inbox/inbox-view.ts';
import { outcomeLabel } from '#console/features/inbox/outcome-labels.ts';
import { startOfDay } from '#console/lib/dates/datetime-local.ts';
import { useTeamId } from '#console/session/team.ts';
import { eventStateLabel, eventTypeLabel } from '#console/shared/inbox/event-labels.ts';
import { ChoiceChip } from '#console/ui/filter/choice-chip.tsx';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { TextFilterForm } from '#console/ui/filter/filter-form.tsx';
import { SearchField } from '#console/ui/filter/search-field.tsx';
import { TimeRangeFilter } from '#console/ui/filter/time-range-filter.tsx';
import { UnreadableBanner } from '#console/ui/page/list-page.tsx';
import { INBOX_EVENT_STATES, OUTCOME_FILTERS } from '#contract/gateway/inbox.ts';
import { WEBHOOK_EVENT_TYPES } from '#contract/loyalty/webhooks.ts';

interface InboxFiltersProps {
  readonly inbox: Client;
  readonly view: InboxView;
  readonly onChange: (changes: Partial<InboxFilters>) => void;
}

export function InboxFilterBar({ inbox, view, onChange }: InboxFiltersProps) {
  const { data: types = [] } = useQuery(eventTypesQuery(inbox, useTeamId()));
  const hasFilters = filterLabels(view).length > 0;
  return (
    <FilterBar
      search={
        view.list === 'events' && (
          <SearchField
            label="Search events"
            placeholder="Campaign, email or ID"
            value={view.q}
            onChange={(q) => onChange({ q })}
          />
        )
      }
      onClear={hasFilters ? () => onChange(NO_FILTERS) : undefined}
    >
      <ChoiceChip
        label="Type"
        options={typeOptions(types, view.event_type)}
        value={view.event_type}
        onChoose={(type) => onChange({ event_type: type })}
        onRemove={() => onChange({ event_type: undefined })}
      />
      <MemberChip
        value={view.member_id}
        hint={MEMBER_HINTS[view.list]}
        onChange={(memberId) => onChange({ member_id: memberId })}
      />
      {view.list === 'events' ? (
        <ChoiceChip
          label="Status"
          options={STATE_OPTIONS}
          value={view.state}
          onChoose={(state) => onChange({ state })}
          onRemove={() => onChange({ state: undefined })}
        />
      ) : (
        <ChoiceChip
          label="Outcome"
          options={OUTCOME_OPTIONS}
          value={view.verdict}
          onChoose={(outcome) => onChange({ verdict: outcome })}
          onRemove={() => onChange({ verdict: undefined })}
        />
      )}
      <TimeRangeFilter
        label="Received"
        unit="times"
        value={view}
        format={receivedLabel}
        presets={RECEIVED_PRESETS}
        onChange={onChange}
      />
      <ChoiceChip
        label="Tests"
        options={TEST_OPTIONS}
        value={view.test}
        onChoose={(test) => onChange({ test })}
        onRemove={() => onChange({ test: undefined })}
      />
    </FilterBar>
  );
}

/** Says which filters of the URL can't be read. */
export function UnreadableFilters({ list }: { readonly list: InboxList }) {
  const [search] = useSearchParams();
  const names = unreadableFilters(search, list);
  return <UnreadableBanner filters={names.map((name) => FILTER_LABELS[name])} />;
}

const FILTER_LABELS: Readonly<Record<keyof InboxFilters, string>> = {
  event_type: 'Type',
  member_id: 'Member',
  q: 'Search',
  state: 'Status',
  verdict: 'Outcome',
  since: 'Received since',
  until: 'Received until',
  test: 'Tests',
};

const HOUR_MS = 3_600_000;
const RECEIVED_PRESETS = {
  'Last hour': (now: Date) => new Date(now.getTime() - HOUR_MS),
  Today: startOfDay,
  'Last 7 days': (now: Date) => new Date(now.getTime() - 168 * HOUR_MS),
};
const STATE_OPTIONS = INBOX_EVENT_STATES.map((value) => ({
  value,
  label: eventStateLabel(value).label,
}));
const OUTCOME_OPTIONS = OUTCOME_FILTERS.map((value) => ({
  value,
  label: outcomeLabel(value).label,
}));

const TEST_OPTIONS = [
  { value: 'false', label: 'Hidden' },
  { value: 'true', label: 'Only tests' },
] as const;

/** The known types, those in the inbox, and the current one. */
function typeOptions(received: readonly string[], type: string | undefined) {
  const current = type === undefined ? [] : [type];
  return [...new Set<string>([...WEBHOOK_EVENT_TYPES, ...received, ...current])].map((value) => ({
    value,
    label: eventTypeLabel(value),
  }));
}

const MEMBER_HINTS: Readonly<Record<InboxList, string>> = {
  events: 'Exact match, for example M-000001.',
  requests: 'Exact match, for example M-000001. Rejected requests have no member.',
};

interface MemberChipProps {
  readonly value: string | undefined;
  readonly hint: string;
  readonly onChange: (memberId: string | undefined) => void;
}

function MemberChip({ value, hint, onChange }: MemberChipProps) {
  return (
    <FilterChip label="Member" value={value} onRemove={() => onChange(undefined)}>
      {(close) => (
        <TextFilterForm
          label="Member ID"
          hint={hint}
          value={value}
          onApply={(memberId) => {
            close();
            onChange(memberId);
          }}
        />
      )}
    </FilterChip>
  );
}
