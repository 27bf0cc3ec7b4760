import { Check } from 'lucide-react';
import styles from './filter-choices.module.css';

interface FilterChoicesProps<Value extends string> {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | undefined;
  readonly onChoose: (value: Value) => void;
}

/** A filter form with fixed options. Choosing one applies it. */
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
