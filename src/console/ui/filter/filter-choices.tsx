import { Check } from 'lucide-react';
import styles from './filter-choices.module.css';

interface FilterChoicesProps<Value extends string> {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** The one in force; undefined while the filter is not set. */
  readonly value: Value | undefined;
  readonly onChoose: (value: Value) => void;
}

/** The form of a filter by one of some known values: a press applies it. */
export function FilterChoices<Value extends string>({
  options,
  value,
  onChoose,
}: FilterChoicesProps<Value>) {
  return options.map((option) => (
    <button
      key={option.value}
      type="button"
      aria-pressed={option.value === value}
      className={styles.choice}
      onClick={() => onChoose(option.value)}
    >
      {option.label}
      {option.value === value && <Check aria-hidden="true" />}
    </button>
  ));
}
