import { useState } from 'react';
import { frequentTags } from '#console/features/members/frequent-tags.ts';
import { splitTags } from '#console/features/members/members-view.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { TAG_MODES, type TagFilter } from '#contract/loyalty/members/member-filters.ts';
import { formatTagFilter, TAG_MODE_LABELS } from './filter-labels.ts';
import styles from './tags-filter.module.css';

interface TagsFilterProps {
  readonly value: TagFilter | undefined;
  /** The members of the current page; their tags are suggested. */
  readonly members: readonly Member[];
  readonly onChange: (filter: TagFilter | undefined) => void;
}

/** Filters by tags: any, all or none of them. */
export function TagsFilter({ value, members, onChange }: TagsFilterProps) {
  return (
    <FilterChip
      label="Tags"
      value={value && formatTagFilter(value)}
      onRemove={() => onChange(undefined)}
    >
      {(close) => (
        <TagsForm
          value={value}
          members={members}
          onApply={(filter) => {
            close();
            onChange(filter);
          }}
        />
      )}
    </FilterChip>
  );
}

interface TagsFormProps {
  readonly value: TagFilter | undefined;
  readonly members: readonly Member[];
  readonly onApply: (filter: TagFilter | undefined) => void;
}

function TagsForm({ value, members, onApply }: TagsFormProps) {
  const [suggestedTags] = useState(() => frequentTags(members));
  const [mode, setMode] = useState(value?.mode ?? 'contain_any_of');
  const [text, setText] = useState(value?.tags.join(', ') ?? '');
  const tags = splitTags(text);

  function toggle(tag: string) {
    const next = tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];
    setText(next.join(', '));
  }

  return (
    <FilterForm onApply={() => onApply(tags.length === 0 ? undefined : { mode, tags })}>
      <TextField
        label="Tags"
        hint="Separate with commas."
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {suggestedTags.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend doesn't fit this row
        <div role="group" aria-label="Tags on this page" className={styles.suggestions}>
          {suggestedTags.map((tag) => (
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
      <SelectField
        label="Match"
        value={mode}
        onChange={({ target }) =>
          setMode(TAG_MODES.find((known) => known === target.value) ?? 'contain_any_of')
        }
      >
        {(['contain_any_of', 'contain_all_of', 'contain_none_of'] as const).map((choice) => (
          <option key={choice} value={choice}>
            {TAG_MODE_LABELS[choice]}
          </option>
        ))}
      </SelectField>
    </FilterForm>
  );
}
