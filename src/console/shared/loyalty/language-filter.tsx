import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { TextFilterForm } from '#console/ui/filter/filter-form.tsx';

interface LanguageFilterProps {
  readonly value: string | undefined;
  readonly onChange: (language: string | undefined) => void;
}

/**
 * The store language in which a program's names and texts are shown, beside the filters of a list or
 * over what was opened from it; the API does not tell which languages there are.
 */
export function LanguageFilter({ value, onChange }: LanguageFilterProps) {
  return (
    <FilterChip label="Language" value={value} onRemove={() => onChange(undefined)}>
      {(close) => (
        <TextFilterForm
          label="Store language"
          hint="As the program names it: Deutsch, say. Where it has no text, the default one is shown."
          value={value}
          onApply={(language) => {
            close();
            onChange(language);
          }}
        />
      )}
    </FilterChip>
  );
}
