import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { countedTags, frequentTags } from '#console/features/members/frequent-tags.ts';
import { splitTags } from '#console/features/members/members-view.ts';
import { TagListField } from '#console/features/members/tag-list-field.tsx';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import type { MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { TAG_CONDITIONS } from '#console/shared/members/filter-labels.ts';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { ConditionField, ListFilter, type ListForm } from './list-filter.tsx';

interface TagsFilterProps {
  readonly filter: MembersFilter;
  /** The members of the current page; their tags are suggested where there is no directory. */
  readonly members: readonly Member[];
  readonly onChange: (changes: MembersFilter) => void;
}

/** Filters by tags: any, all or none of them. The program's own list has one of these at a time. */
export function TagsFilter({ filter, members, onChange }: TagsFilterProps) {
  return (
    <ListFilter
      label="Tags"
      conditions={TAG_CONDITIONS}
      canRepeat={useApi().directory !== undefined}
      format={(tag) => tag}
      {...{ filter, onChange }}
    >
      {(form) => <TagsForm {...form} members={members} />}
    </ListFilter>
  );
}

function TagsForm({
  condition,
  values,
  others,
  members,
  onApply,
}: ListForm & Pick<TagsFilterProps, 'members'>) {
  const api = useApi();
  const { data: facets } = useQuery(facetsQuery(api, useTeamId(), others));
  const [ofPage] = useState(() => frequentTags(members));
  const counted = countedTags(facets);
  const [name, setName] = useState(condition.name);
  const [text, setText] = useState(values.join(', '));
  return (
    <FilterForm onApply={() => onApply(name, splitTags(text))}>
      <TagListField
        text={text}
        onChange={setText}
        suggestions={api.directory ? counted.map(({ value }) => value) : ofPage}
        counts={new Map(counted.map(({ value, count }) => [value, count]))}
        suggestionsLabel={api.directory ? 'Tags in this list' : 'Tags on this page'}
      />
      <ConditionField conditions={TAG_CONDITIONS} name={name} onChange={setName} />
    </FilterForm>
  );
}
