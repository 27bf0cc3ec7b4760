import { subjectLabel } from '#console/features/audit/sentence/audit-event-labels.ts';
import { formatDays } from '#console/lib/dates/local-days.ts';
import { actionLabel, actionOptions } from '#console/shared/audit/audit-labels.ts';
import { DATE_PRESETS } from '#console/shared/audit/date-presets.ts';
import { ChoiceChip } from '#console/ui/filter/choice-chip.tsx';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { SearchField } from '#console/ui/filter/search-field.tsx';
import { SearchableChoices } from '#console/ui/filter/searchable-choices.tsx';
import { TimeRangeFilter } from '#console/ui/filter/time-range-filter.tsx';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { type AuditFilters, type AuditView, NO_FILTERS } from './audit-view.ts';

interface AuditFilterBarProps {
  readonly view: AuditView;
  readonly rows: readonly AuditEvent[];
  /** Names of those who can be chosen, by the value of the filter. */
  readonly actors: ReadonlyMap<string, string>;
  readonly onChange: (changes: Partial<AuditFilters>, options?: { replace: boolean }) => void;
}

export function AuditFilterBar({ view, rows, actors, onChange }: AuditFilterBarProps) {
  const hasFilters = view.job !== undefined || filterLabels(view, actors).length > 0;
  return (
    <FilterBar
      search={
        <SearchField
          label="Search"
          placeholder="Person, item, field or ID"
          value={view.q}
          onChange={(q) => onChange({ q }, { replace: view.q !== undefined })}
        />
      }
      onClear={hasFilters ? () => onChange(NO_FILTERS) : undefined}
    >
      <ChoiceChip
        label="Person"
        onRemove={() => onChange({ actor: undefined })}
        options={[...actors].map(([value, label]) => ({ value, label }))}
        value={view.actor}
        onChoose={(actor) => onChange({ actor })}
      />
      <FilterChip
        label="Action"
        value={view.action === undefined ? undefined : actionLabel(view.action)}
        onRemove={() => onChange({ action: undefined })}
      >
        {(close) => (
          <SearchableChoices
            searchLabel="Search actions"
            options={actionOptions(view.action)}
            value={view.action}
            onChoose={(action) => {
              close();
              onChange({ action });
            }}
          />
        )}
      </FilterChip>
      <ChoiceChip
        label="Item"
        text={describeSubject(view, rows)}
        onRemove={() => onChange({ subject_type: undefined, subject_id: undefined })}
        options={SUBJECT_TYPES}
        value={view.subject_id === undefined ? view.subject_type : undefined}
        onChoose={(type) => onChange({ subject_type: type, subject_id: undefined })}
      />
      <ChoiceChip
        label="Jobs"
        text={view.job === undefined ? undefined : (JOB_LABELS[view.job] ?? 'one job')}
        onRemove={() => onChange({ job: undefined })}
        options={[
          { value: 'all', label: 'Show each member that a job changed' },
          { value: 'none', label: 'Hide changes by jobs' },
        ]}
        value={view.job}
        onChoose={(job) => onChange({ job })}
      />
      <TimeRangeFilter
        label="Date"
        unit="days"
        value={view}
        format={formatDays}
        presets={DATE_PRESETS}
        onChange={onChange}
      />
    </FilterBar>
  );
}

const JOB_LABELS: Readonly<Record<string, string>> = { all: 'each member', none: 'hidden' };

/** The items to filter by; one of them is chosen in its entry. */
const SUBJECT_TYPES = [
  { value: 'account', label: 'Accounts' },
  { value: 'domain', label: 'Domains' },
  { value: 'member', label: 'Members' },
  { value: 'user', label: 'People' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'view', label: 'Views' },
  { value: 'job', label: 'Jobs' },
];

/**
 * The item that the log is filtered by: by name if it is in the rows, else by ID; all items of a type in the
 * plural.
 */
function describeSubject(
  { subject_type: type, subject_id: id }: AuditFilters,
  rows: readonly AuditEvent[] = [],
): string | undefined {
  if (id === undefined) {
    return SUBJECT_TYPES.find(({ value }) => value === type)?.label ?? type;
  }
  const row = rows.find(({ subject }) => subject.id === id && subject.type === type);
  return row ? subjectLabel(row.subject) : [type, id].filter(Boolean).join(' ');
}

/** The filters that are set, for "no changes match". */
export function filterLabels(filters: AuditFilters, actors: ReadonlyMap<string, string>): string[] {
  const { q, actor, action, job, since, until } = filters;
  const days = formatDays({ since, until });
  const subject = describeSubject(filters);
  return [
    ...(q === undefined ? [] : [`“${q}”`]),
    ...(actor === undefined ? [] : [`Person is ${actors.get(actor)}`]),
    ...(action === undefined ? [] : [`Action is ${actionLabel(action)}`]),
    ...(subject === undefined ? [] : [`Item is ${subject}`]),
    ...(job === undefined || job === 'all'
      ? []
      : [job === 'none' ? 'Without changes by jobs' : 'One job only']),
    ...(days === undefined ? [] : [`Date is ${days}`]),
  ];
}
