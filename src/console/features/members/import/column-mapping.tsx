import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import { ATTRIBUTE_PREFIX, IMPORT_COLUMNS } from '#contract/gateway/member-csv.ts';
import type { CsvHead } from './csv-file.ts';
import styles from './import.module.css';
import { COLUMN_TEXTS, IGNORED } from './import-columns.ts';

interface ColumnMappingProps {
  readonly head: CsvHead;
  /** What each column of the file is imported as. */
  readonly targets: readonly string[];
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (targets: readonly string[]) => void;
}

/** The columns of a file with an example, and what each is imported as. */
export function ColumnMapping({ head, targets, error, isDisabled, onChange }: ColumnMappingProps) {
  return (
    <>
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
                    onChange={({ target }) => onChange(targets.with(index, target.value))}
                  >
                    <option value={IGNORED}>Don't import</option>
                    {IMPORT_COLUMNS.map((column) => (
                      <option key={column} value={column}>
                        {COLUMN_TEXTS[column].label}
                      </option>
                    ))}
                    {attributeOf(name) !== '' && (
                      <option value={`${ATTRIBUTE_PREFIX}${attributeOf(name)}`}>
                        Custom attribute “{attributeOf(name)}”
                      </option>
                    )}
                  </select>
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
      <Formats targets={targets} />
    </>
  );
}

/** The name of the custom attribute that a column can become. */
function attributeOf(name: string): string {
  return name.startsWith(ATTRIBUTE_PREFIX) ? name.slice(ATTRIBUTE_PREFIX.length) : name;
}

/** How to write the values of the chosen columns that have a format. */
function Formats({ targets }: Pick<ColumnMappingProps, 'targets'>) {
  const formatted = (
    [
      'birthdate',
      'anniversary_date',
      'member_status',
      'email_subscription_status',
      'member_tags',
    ] as const
  ).filter((column) => targets.includes(column));
  if (formatted.length === 0) return null;
  return (
    <p className={styles.help}>
      {formatted.map((column) => (
        <span key={column}>
          {COLUMN_TEXTS[column].label}: <code>{COLUMN_TEXTS[column].example}</code>.{' '}
        </span>
      ))}
      Tags in a file replace all tags of the member.
    </p>
  );
}
