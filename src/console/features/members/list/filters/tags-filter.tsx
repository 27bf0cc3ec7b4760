import { useState } from 'react';
import { frequentTags } from '#console/features/members/frequent-tags.ts';
import { splitTags } from '#console/features/members/members-view.ts';
import { TagListField } from '#console/features/members/tag-list-field.tsx';
import { formatTagFilter, TAG_MODE_LABELS } from '#console/shared/members/filter-labels.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { TAG_MODES, type TagFilter } from '#contract/loyalty/members/member-filters.ts';

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

  return (
    <FilterForm onApply={() => onApply(tags.length === 0 ? undefined : { mode, tags })}>
      <TagListField
        text={text}
        onChange={setText}
        suggestions={suggestedTags}
        suggestionsLabel="Tags on this page"
      />
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
