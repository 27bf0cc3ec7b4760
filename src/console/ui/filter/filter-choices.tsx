import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import styles from './filter-choices.module.css';

interface FilterChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
  /** The heading above the first of those that have the same one. */
  readonly group?: string;
}

export interface FilterChoicesProps<Value extends string> {
  /** What is chosen, if that isn't said beside it. */
  readonly legend?: string;
  readonly options: readonly FilterChoice<Value>[];
  readonly value: Value | undefined;
  readonly onChoose: (value: Value) => void;
}

/** A filter form with fixed options. Choosing one applies it. */
export function FilterChoices<Value extends string>({
  legend,
  options,
  value,
  onChoose,
}: FilterChoicesProps<Value>) {
  const choices = options.map((option, index) => (
    <Fragment key={option.value}>
      {option.group !== undefined && option.group !== options[index - 1]?.group && (
        <p className={styles.group}>{option.group}</p>
      )}
      <button
        type="button"
        aria-pressed={option.value === value}
        className={styles.choice}
        onClick={() => onChoose(option.value)}
      >
        {option.label}
        {option.count === undefined ? '' : ` (${formatNumber(option.count)})`}
        {option.value === value && <Check aria-hidden="true" />}
      </button>
    </Fragment>
  ));
  return legend === undefined ? (
    choices
  ) : (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      {choices}
    </fieldset>
  );
}
