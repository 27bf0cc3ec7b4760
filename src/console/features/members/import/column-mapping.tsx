import { useId } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import type { DateOrder } from '#contract/gateway/import/import-job.ts';
import { ATTRIBUTE_PREFIX, IMPORT_COLUMNS } from '#contract/gateway/member-csv.ts';
import { isDayField } from '#contract/loyalty/members/member.ts';
import { COLUMN_EXAMPLES } from './column-names.ts';
import type { CsvHead } from './csv-file.ts';
import styles from './import.module.css';
import { columnLabel, IGNORED, unwritableReason } from './import-columns.ts';

interface ColumnMappingProps {
  readonly head: CsvHead;
  /** What each column of the file is imported as. */
  readonly targets: readonly string[];
  readonly dates: DateOrder;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (targets: readonly string[]) => void;
  readonly onChangeDates: (dates: DateOrder) => void;
}

/** The columns of a file with an example, and what each is imported as. */
export function ColumnMapping(props: ColumnMappingProps) {
  const { head, targets, dates, error, isDisabled, onChange, onChangeDates } = props;
  const id = useId();
  return (
    <>
      <EncodingNotice head={head} />
      <table className={styles.mapping} aria-label="Columns">
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">Example</th>
            <th scope="col">Import as</th>
          </tr>
        </thead>
        <tbody>
          {head.header.map((name, index) => {
            const example = head.samples.map((row) => row[index]?.trim()).find(Boolean);
            const label = name === '' ? `Column ${index + 1}` : name;
            const reason = targets[index] === IGNORED ? unwritableReason(name) : undefined;
            const reasonId = `${id}-${index}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file may have the same name
              <tr key={index}>
                <th scope="row">{label}</th>
                <td>{example ?? <VisuallyHidden>empty</VisuallyHidden>}</td>
                <td>
                  <select
                    aria-label={`Import ${label} as`}
                    value={targets[index]}
                    disabled={isDisabled}
                    data-ignored={targets[index] === IGNORED || undefined}
                    aria-describedby={reason === undefined ? undefined : reasonId}
                    onChange={({ target }) => onChange(targets.with(index, target.value))}
                  >
                    <option value={IGNORED}>Don't import</option>
                    {IMPORT_COLUMNS.map((column) => (
                      <option key={column} value={column}>
                        {columnLabel(column)}
                      </option>
                    ))}
                    {attributeOf(name) !== '' && (
                      <option value={`${ATTRIBUTE_PREFIX}${attributeOf(name)}`}>
                        Custom attribute “{attributeOf(name)}”
                      </option>
                    )}
                  </select>
                  {reason !== undefined && (
                    <p id={reasonId} className={styles.help}>
                      {reason}
                    </p>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {error !== undefined && (
        <p role="alert" className={styles.mappingError}>
          {error}.
        </p>
      )}
      {targets.some(isDayField) && (
        <SelectField
          label="Order of dates"
          value={dates}
          disabled={isDisabled}
          onChange={({ target }) => onChangeDates(target.value as DateOrder)}
        >
          <option value="month_first">Month first: 2/9/1990 is February 9</option>
          <option value="day_first">Day first: 2/9/1990 is September 2</option>
        </SelectField>
      )}
      <Formats targets={targets} />
    </>
  );
}

/** Asks to check the words that would be wrong if the encoding were another one. */
function EncodingNotice({ head: { encoding, accentedNames } }: Pick<ColumnMappingProps, 'head'>) {
  if (encoding === 'utf-8') return null;
  return (
    <p className={styles.help}>
      The file isn't in UTF-8 and was read as Windows-1252. Check that these words look right:{' '}
      <strong>{accentedNames.join(', ')}</strong>. If they don't, save the file as “CSV UTF-8” in
      your spreadsheet and choose it again.
    </p>
  );
}

/** The name of the custom attribute that a column can become. */
function attributeOf(name: string): string {
  return name.startsWith(ATTRIBUTE_PREFIX) ? name.slice(ATTRIBUTE_PREFIX.length) : name;
}

/** How to write the values of the chosen columns that have a format. */
function Formats({ targets }: Pick<ColumnMappingProps, 'targets'>) {
  const formatted = (Object.keys(COLUMN_EXAMPLES) as (keyof typeof COLUMN_EXAMPLES)[]).filter(
    (column) => targets.includes(column),
  );
  if (formatted.length === 0) return null;
  return (
    <p className={classNames(styles.help, styles.formats)}>
      {formatted.map((column) => (
        <span key={column}>
          {columnLabel(column)}: <code>{COLUMN_EXAMPLES[column]}</code>.{' '}
        </span>
      ))}
      {targets.includes('member_tags') && 'Tags in a file replace all tags of the member. '}
      {targets.includes('points_adjustment') &&
        'Points are added to what the member has, or deducted.'}
    </p>
  );
}
