import { useId } from 'react';
import type { CsvHead } from '#console/features/members/import/csv-file.ts';
import styles from '#console/features/members/import/import.module.css';
import { classNames } from '#console/lib/class-names.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import type { TagSeparator } from '#contract/gateway/import/import-job.ts';
import { ATTRIBUTE_PREFIX, IMPORT_COLUMNS } from '#contract/gateway/member-csv.ts';
import { REASON_MAX_LENGTH } from '#contract/points/adjustment.ts';
import columnStyles from './column-mapping.module.css';
import { COLUMN_EXAMPLES } from './column-names.ts';
import { columnLabel, IGNORED, unwritableReason } from './import-columns.ts';
import { type KnownSystem, OWN_SYSTEM } from './known-systems.ts';

export interface FileMapping {
  /** What each column of the file is imported as. */
  readonly targets: readonly string[];
  /** Undefined until it is known. */
  readonly tags: TagSeparator | undefined;
  /** For the points of rows that have no reason. */
  readonly pointsReason: string;
}

interface ColumnMappingProps {
  readonly head: CsvHead;
  readonly system: KnownSystem | undefined;
  readonly mapping: FileMapping;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (mapping: FileMapping) => void;
}

/** The columns of a file with its first rows, and what each is imported as. */
export function ColumnMapping(props: ColumnMappingProps) {
  const { head, system, mapping, error, isDisabled, onChange } = props;
  const { targets, tags, pointsReason } = mapping;
  const matched = targets.filter((target) => target !== IGNORED).length;
  const needsReason = targets.includes('points_adjustment') && !targets.includes('points_reason');
  return (
    <>
      {system && (
        <p className={styles.system}>
          {system === OWN_SYSTEM
            ? 'This is an export of Patron.'
            : `This looks like a ${system.name} customer export`}
        </p>
      )}
      <p className={styles.help}>
        {matched} of {formatCount(targets.length, 'column')} matched
      </p>
      <EncodingNotice head={head} />
      <table className={columnStyles.columns} aria-label="Columns">
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">First rows</th>
            <th scope="col">Import as</th>
          </tr>
        </thead>
        <tbody>
          {head.header.map((name, index) => (
            <MappedColumn
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file may have the same name
              key={index}
              name={name}
              label={name === '' ? `Column ${index + 1}` : name}
              samples={head.samples.map((row) => row[index]?.trim() ?? '')}
              target={targets[index] ?? IGNORED}
              isDisabled={isDisabled}
              onChange={(target) => onChange({ ...mapping, targets: targets.with(index, target) })}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.settings}>
        {needsReason && (
          <TextField
            label="Reason for all rows"
            value={pointsReason}
            maxLength={REASON_MAX_LENGTH}
            disabled={isDisabled}
            hint="The points history of each member shows it."
            onChange={({ target }) => onChange({ ...mapping, pointsReason: target.value })}
          />
        )}
        {needsSeparator(head, system, targets) && (
          <ChoiceList legend="What separates tags in a cell?">
            {TAG_CHOICES.map(({ value, label }) => (
              <Choice
                key={value}
                type="radio"
                name="tags"
                checked={tags === value}
                disabled={isDisabled}
                onChange={() => onChange({ ...mapping, tags: value })}
              >
                {label}
              </Choice>
            ))}
          </ChoiceList>
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className={columnStyles.error}>
          {error}.
        </p>
      )}
      <Formats targets={targets} />
    </>
  );
}

const TAG_CHOICES = [
  { value: 'comma', label: 'Commas: “vip, newsletter” is two tags' },
  { value: 'pipe', label: 'The character “|”: “vip, newsletter” is one tag' },
] as const;

/** Whether nobody but the user knows what a comma in the column of tags means. */
export function needsSeparator(
  { hasComma }: CsvHead,
  system: KnownSystem | undefined,
  targets: readonly string[],
): boolean {
  return system?.tags === undefined && hasComma[targets.indexOf('member_tags')] === true;
}

interface MappedColumnProps {
  readonly name: string;
  readonly label: string;
  readonly samples: readonly string[];
  readonly target: string;
  readonly isDisabled: boolean;
  readonly onChange: (target: string) => void;
}

function MappedColumn({ name, label, samples, target, isDisabled, onChange }: MappedColumnProps) {
  const id = useId();
  const reason = target === IGNORED ? unwritableReason(name) : undefined;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <ul className={styles.samples}>
          {samples.map((sample, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may have the same value
            <li key={index}>{sample || '—'}</li>
          ))}
        </ul>
      </td>
      <td>
        <select
          aria-label={`Import ${label} as`}
          value={target}
          disabled={isDisabled}
          data-ignored={target === IGNORED || undefined}
          aria-describedby={reason === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.value)}
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
          <p id={id} className={styles.help}>
            {reason}
          </p>
        )}
      </td>
    </tr>
  );
}

/** Asks to check the words that would be wrong if the encoding were another one. */
function EncodingNotice({ head: { encoding, accentedNames } }: Pick<ColumnMappingProps, 'head'>) {
  if (encoding !== 'windows-1252') return null;
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
function Formats({ targets }: Pick<FileMapping, 'targets'>) {
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
