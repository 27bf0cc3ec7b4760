import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { TextFilterForm } from '#console/ui/filter/filter-form.tsx';

interface LanguageFilterProps {
  readonly value: string | undefined;
  readonly onChange: (language: string | undefined) => void;
}

/**
 * The store language of a program's names and texts. A text field, because the API doesn't list the
 * languages.
 */
export function LanguageFilter({ value, onChange }: LanguageFilterProps) {
  return (
    <FilterChip label="Language" value={value} onRemove={() => onChange(undefined)}>
      {(close) => (
        <TextFilterForm
          label="Store language"
          hint="e.g. Deutsch. Falls back to the default language."
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
