import { FilterChip } from './filter-chip.tsx';
import { FilterChoices, type FilterChoicesProps } from './filter-choices.tsx';

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
