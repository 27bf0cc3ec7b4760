import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { FilterChip } from './filter-chip.tsx';
import styles from './filter-choices.module.css';

interface FilterChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
  /** The heading above the first of those that have the same one. */
  readonly group?: string;
}

interface FilterChoicesProps<Value extends string> {
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

interface ChoiceChipProps<Value extends string> extends FilterChoicesProps<Value> {
  readonly label: string;
  /** The value, if it isn't the label of an option. */
  readonly text?: string | undefined;
  readonly onRemove?: () => void;
}

/** The chip of a filter with fixed options. */
export function ChoiceChip<Value extends string>(props: ChoiceChipProps<Value>) {
  const { label, text, onRemove, ...choices } = props;
  const { options, value, onChoose } = choices;
  return (
    <FilterChip
      label={label}
      value={text ?? options.find((option) => option.value === value)?.label}
      onRemove={onRemove}
    >
      {(close) => (
        <FilterChoices
          {...choices}
          onChoose={(chosen) => {
            close();
            onChoose(chosen);
          }}
        />
      )}
    </FilterChip>
  );
}
