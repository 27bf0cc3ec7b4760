import type { ComponentProps } from 'react';
import { TextField } from '#console/ui/form/text-field.tsx';
import { splitTags } from './members-view.ts';
import { TagSuggestions } from './tag-suggestions.tsx';

interface TagListFieldProps extends Pick<ComponentProps<'input'>, 'ref'> {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  /** Tags to choose with a click. */
  readonly suggestions: readonly string[];
  readonly suggestionsLabel: string;
  /** How many members have a suggested tag. */
  readonly counts?: ReadonlyMap<string, number>;
}

/** Tags as text, separated by commas, and tags that are suggested. */
export function TagListField({
  ref,
  text,
  onChange,
  error,
  suggestions,
  suggestionsLabel,
  counts,
}: TagListFieldProps) {
  const tags = splitTags(text);

  function toggle(tag: string) {
    const next = tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];
    onChange(next.join(', '));
  }
  return (
    <>
      <TextField
        ref={ref}
        label="Tags"
        hint="Separate with commas."
        autoComplete="off"
        error={error}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <TagSuggestions
        label={suggestionsLabel}
        tags={suggestions}
        counts={counts}
        isPressed={(tag) => tags.includes(tag)}
        onChoose={toggle}
      />
    </>
  );
}
