import type { MouseEvent } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import styles from './tag-suggestions.module.css';

interface TagSuggestionsProps {
  readonly label: string;
  readonly tags: readonly string[];
  /** How many members have a tag. */
  readonly counts?: ReadonlyMap<string, number> | undefined;
  /** Whether a tag is chosen, if chosen ones are suggested too. */
  readonly isPressed?: (tag: string) => boolean;
  readonly onChoose: (tag: string) => void;
}

/** Tags to choose with a click. The field that they belong to keeps the focus. */
export function TagSuggestions({ label, tags, counts, isPressed, onChoose }: TagSuggestionsProps) {
  if (tags.length === 0) return null;
  const preventBlur = (event: MouseEvent) => event.preventDefault();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend doesn't fit this row
    <div role="group" aria-label={label} className={styles.suggestions}>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-pressed={isPressed?.(tag)}
          className={styles.tag}
          onMouseDown={preventBlur}
          onClick={() => onChoose(tag)}
        >
          {tag}
          {counts?.has(tag) && ` (${formatNumber(counts.get(tag) ?? 0)})`}
        </button>
      ))}
    </div>
  );
}
