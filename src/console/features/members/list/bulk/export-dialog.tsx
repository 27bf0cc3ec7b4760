import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { attributesQuery } from '#console/features/members/list/filters/filter-values-query.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import type { ExportFormat, Job } from '#contract/gateway/job.ts';
import { ATTRIBUTE_PREFIX } from '#contract/gateway/member-csv.ts';
import { SimilarNote } from './dialogs/similar-note.tsx';
import { COLUMN_GROUPS, exportColumnLabel, listedColumns } from './export-columns.ts';
import styles from './export-dialog.module.css';
import type { JobSelection } from './use-member-selection.ts';
import { useStartJob } from './use-start-job.ts';

interface ExportDialogProps {
  readonly selection: JobSelection;
  /** How many members are selected; undefined until they are counted. */
  readonly count: number | undefined;
  /** How many of them a search found only with a typo. */
  readonly similar: number;
  /** The filters that selected them: "Status is blocked". */
  readonly filters: readonly string[];
  /** The columns of the list, as shown. */
  readonly listed: readonly { readonly id: string; readonly header: string }[];
  readonly onStarted: (job: Job) => void;
  readonly onClose: () => void;
}

type Columns = 'listed' | 'all' | 'chosen';

const FORMATS: readonly { format: ExportFormat; label: string; hint: string }[] = [
  {
    format: 'csv',
    label: 'Spreadsheet (can be re-imported)',
    hint: "Formulas in values don't run.",
  },
  {
    format: 'csv_plain',
    label: 'Other tools',
    hint: 'Email, text message and analytics tools: phones as +15550100200, dates as 2026-01-31.',
  },
];
const KEY = 'member_id';

export function ExportDialog(props: ExportDialogProps) {
  const { selection, count, similar, filters, listed, onStarted, onClose } = props;
  const [columns, setColumns] = useState<Columns>('listed');
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    listedColumns(listed.map(({ id }) => id)),
  );
  const [format, setFormat] = useState<ExportFormat>('csv');
  const start = useStartJob(onStarted);
  const error = toUserFacingError(start.error, "Couldn't start the export");
  const shownNames = listed.map(({ header }) => header).join(', ');
  const isNoneChosen = columns === 'chosen' && format === 'csv_plain' && chosen.length === 0;

  function handleSubmit() {
    if (start.isPending || isNoneChosen) return;
    const shown = columns === 'listed' ? listedColumns(listed.map(({ id }) => id)) : chosen;
    start.mutate({
      kind: 'export',
      selection,
      format,
      ...(columns !== 'all' && { columns: format === 'csv' ? withKey(shown) : [...shown] }),
    });
  }
  const options = [
    { value: 'listed', label: 'As shown', hint: shownNames },
    { value: 'all', label: 'All', hint: 'Every field, with all custom attributes.' },
    { value: 'chosen', label: 'Chosen', hint: undefined },
  ] as const;
  return (
    <FormDialog
      title="Export members"
      description={[
        count === undefined ? 'All that match' : formatCount(count, 'member'),
        ...filters,
      ].join(' · ')}
      size="medium"
      action="Export"
      disabledReason={isNoneChosen ? 'Choose a column' : undefined}
      isPending={start.isPending}
      error={error}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {count !== undefined && <SimilarNote selection={{ count, similar }} />}
      <ChoiceList legend="Columns">
        {options.map(({ value, label, hint }) => (
          <Choice
            key={value}
            type="radio"
            name="columns"
            checked={columns === value}
            onChange={() => setColumns(value)}
          >
            <Option label={label} hint={hint} />
          </Choice>
        ))}
      </ChoiceList>
      {columns === 'chosen' && (
        <ColumnChoice
          chosen={format === 'csv' ? withKey(chosen) : chosen}
          isKeyNeeded={format === 'csv'}
          onChange={setChosen}
        />
      )}
      <ChoiceList legend="Format">
        {FORMATS.map(({ format: value, label, hint }) => (
          <Choice
            key={value}
            type="radio"
            name="format"
            checked={format === value}
            onChange={() => setFormat(value)}
          >
            <Option label={label} hint={hint} />
          </Choice>
        ))}
      </ChoiceList>
    </FormDialog>
  );
}

/** An import finds members by their ID. */
const withKey = (columns: readonly string[]) => [KEY, ...columns.filter((name) => name !== KEY)];

interface OptionProps {
  readonly label: string;
  readonly hint: string | undefined;
}

function Option({ label, hint }: OptionProps) {
  return (
    <span className={styles.option}>
      {label}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </span>
  );
}

interface ColumnChoiceProps {
  readonly chosen: readonly string[];
  readonly isKeyNeeded: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

function ColumnChoice({ chosen, isKeyNeeded, onChange }: ColumnChoiceProps) {
  const { data: attributes = [] } = useQuery(attributesQuery(useApi(), useTeamId()));
  const groups = [
    ...COLUMN_GROUPS.map(({ legend, columns }) => ({
      legend,
      columns: columns.map((name) => ({ name: name as string, label: exportColumnLabel(name) })),
    })),
    {
      legend: 'Custom attributes',
      columns: attributes.map(({ key }) => ({ name: `${ATTRIBUTE_PREFIX}${key}`, label: key })),
    },
  ].filter(({ columns }) => columns.length > 0);
  const order = groups.flatMap(({ columns }) => columns.map(({ name }) => name));
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChange(order.filter((each) => next.has(each)));
  };
  return (
    <div className={styles.groups}>
      {groups.map(({ legend, columns }) => (
        <ChoiceList key={legend} legend={legend}>
          {columns.map(({ name, label }) => (
            <Choice
              key={name}
              type="checkbox"
              checked={chosen.includes(name)}
              disabled={isKeyNeeded && name === KEY}
              onChange={() => toggle(name)}
            >
              {label}
            </Choice>
          ))}
        </ChoiceList>
      ))}
    </div>
  );
}
