import { TextField } from '#console/ui/form/text-field.tsx';
import { splitTags } from './members-view.ts';
import styles from './tag-list-field.module.css';

interface TagListFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  /** Tags to choose with a click. */
  readonly suggestions: readonly string[];
  readonly suggestionsLabel: string;
}

/** Tags as text, separated by commas, and tags that are suggested. */
export function TagListField({
  text,
  onChange,
  error,
  suggestions,
  suggestionsLabel,
}: TagListFieldProps) {
  const tags = splitTags(text);

  function toggle(tag: string) {
    const next = tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];
    onChange(next.join(', '));
  }
  return (
    <>
      <TextField
        label="Tags"
        hint="Separate with commas."
        autoComplete="off"
        error={error}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {suggestions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend doesn't fit this row
        <div role="group" aria-label={suggestionsLabel} className={styles.suggestions}>
          {suggestions.map((tag) => (
            <button
              key={tag}
              type="button"
              aria-pressed={tags.includes(tag)}
              className={styles.tag}
              onClick={() => toggle(tag)}
            >
              {tag}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
