import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { countedTags, frequentTags } from '#console/features/members/frequent-tags.ts';
import type { MemberSelection } from '#console/features/members/list/bulk/use-member-selection.ts';
import {
  type JobDialogProps,
  useStartJob,
} from '#console/features/members/list/bulk/use-start-job.ts';
import { splitTags } from '#console/features/members/members-view.ts';
import { TagListField } from '#console/features/members/tag-list-field.tsx';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { ChangeDialog } from './change-dialog.tsx';

interface TagsDialogProps extends JobDialogProps {
  readonly action: 'add-tags' | 'remove-tags';
}

export function TagsDialog({ action, selection, onStarted, onClose }: TagsDialogProps) {
  const isAdding = action === 'add-tags';
  const [text, setText] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const fieldRef = useRef<HTMLInputElement>(null);
  const suggestions = useSuggestedTags(isAdding ? undefined : selection);
  const start = useStartJob(onStarted);
  const tags = splitTags(text);
  const members = formatCount(selection.count, 'member');
  const error = toUserFacingError(start.error, `No tags were ${isAdding ? 'added' : 'removed'}`);

  function handleSubmit() {
    setWasSubmitted(true);
    if (tags.length === 0) return fieldRef.current?.focus();
    const change = isAdding ? { add_tags: tags } : { remove_tags: tags };
    start.mutate({ kind: 'change', selection: selection.forJob, change });
  }
  return (
    <ChangeDialog
      selection={selection}
      title={isAdding ? `Add tags to ${members}` : `Remove tags from ${members}`}
      action={isAdding ? 'Add tags' : 'Remove tags'}
      error={error}
      isPending={start.isPending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TagListField
        ref={fieldRef}
        text={text}
        onChange={setText}
        error={wasSubmitted && tags.length === 0 ? 'Enter a tag' : undefined}
        suggestions={suggestions}
        suggestionsLabel={isAdding ? 'Suggestions' : 'Used by these members'}
      />
    </ChangeDialog>
  );
}

/**
 * The most frequent tags of a selection.
 *
 * @param selection undefined for those of all members
 */
function useSuggestedTags(selection: MemberSelection | undefined): readonly string[] {
  const isLoaded = selection !== undefined && !selection.isAll;
  const { data: facets } = useQuery({
    ...facetsQuery(useApi(), useTeamId(), selection?.forJob.filter),
    enabled: !isLoaded,
  });
  if (isLoaded) return frequentTags(selection.members);
  return countedTags(facets).map(({ value }) => value);
}
