import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  ATTRIBUTE_KIND_LABELS,
  type AttributeField,
  type AttributeKind,
  changedAttributes,
  findAttributeError,
} from '#console/features/members/form/attributes/attribute-fields.ts';
import {
  type JobDialogProps,
  useStartJob,
} from '#console/features/members/list/bulk/use-start-job.ts';
import { attributesQuery } from '#console/features/members/list/filters/filter-values-query.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextareaField, TextField } from '#console/ui/form/text-field.tsx';
import type { DirectoryAttribute } from '#contract/gateway/directory-values.ts';
import { findSimilarAttribute } from '#contract/gateway/similar-attribute.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { UnchangedNote } from './unchanged-note.tsx';
import { useMatchingCount } from './use-matching-count.ts';

const KINDS = ['text', 'number', 'texts'] as const satisfies AttributeKind[];
const NO_ATTRIBUTES: readonly DirectoryAttribute[] = [];

export function AttributeDialog({ selection, onStarted, onClose }: JobDialogProps) {
  const { data = NO_ATTRIBUTES } = useAttributes();
  const [name, setName] = useState('');
  const [chosenKind, setChosenKind] = useState<AttributeKind>();
  const [text, setText] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [nameRef, listId] = [useRef<HTMLInputElement>(null), useId()];
  const known = data.find(({ key }) => key === name.trim());
  const usualKind = known && toKind(known.kind);
  const kind = chosenKind ?? usualKind ?? 'text';
  const field: AttributeField = { name, kind, text };
  const start = useStartJob(onStarted);
  const error = findError(field);
  const shownError = wasSubmitted ? error : undefined;
  const unchanged = useMatchingCount(selection, useDeferredValue(valueFilter(field)));

  function handleSubmit() {
    setWasSubmitted(true);
    if (error?.part === 'name') nameRef.current?.focus();
    if (error) return;
    const custom_attributes = JSON.parse(changedAttributes([field], []) ?? '{}');
    start.mutate({ kind: 'change', selection: selection.forJob, change: { custom_attributes } });
  }
  const value = {
    label: 'Value',
    value: text,
    error: shownError?.part === 'text' ? shownError.message : undefined,
  };
  const members = formatCount(selection.count, 'member');
  const startError = toUserFacingError(start.error, 'No attributes were set');
  return (
    <ChangeDialog
      selection={selection}
      title={`Set an attribute of ${members}`}
      action="Set attribute"
      error={startError}
      isPending={start.isPending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        ref={nameRef}
        label="Attribute"
        list={listId}
        autoComplete="off"
        spellCheck={false}
        value={name}
        hint="Choose one in use, or enter a new name. Other attributes stay."
        error={shownError?.part === 'name' ? shownError.message : undefined}
        notice={known ? undefined : nameNotice(name.trim(), data)}
        onChange={({ target }) => {
          setName(target.value);
          setChosenKind(undefined);
        }}
      />
      <datalist id={listId}>
        {data.map(({ key }) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <SelectField
        label="Type"
        value={kind}
        notice={known && kind !== usualKind ? kindNotice(known) : undefined}
        onChange={({ target }) =>
          setChosenKind(KINDS.find((each) => each === target.value) ?? 'text')
        }
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {ATTRIBUTE_KIND_LABELS[each]}
          </option>
        ))}
      </SelectField>
      {kind === 'texts' ? (
        <TextareaField
          {...value}
          hint="One per line."
          onChange={({ target }) => setText(target.value)}
        />
      ) : (
        <TextField
          {...value}
          autoComplete="off"
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {/* The filter takes the number 5, the text "5" and lists with it for the same. */}
      <UnchangedNote
        unchanged={error ? undefined : unchanged}
        count={selection.count}
        isUpperBound
      />
    </ChangeDialog>
  );
}

function useAttributes() {
  return useQuery(attributesQuery(useApi(), useTeamId()));
}

function findError(field: AttributeField) {
  if (field.name.trim() === '') return { part: 'name', message: 'Enter the name of an attribute' };
  if (field.text.trim() === '') return { part: 'text', message: 'Enter a value' };
  return findAttributeError(field, []);
}

/** The filter by this value; lists match by each of their entries. */
function valueFilter({ name, kind, text }: AttributeField) {
  const [key, value] = [name.trim(), text.trim()];
  if (key === '' || value === '' || kind === 'texts') return undefined;
  return { [`attribute.${key}`]: [kind === 'number' ? String(Number(value)) : value] };
}

const toKind = (kind: string): AttributeKind =>
  kind === 'number' ? 'number' : kind === 'list' ? 'texts' : 'text';

const KIND_NAMES: Readonly<Record<string, string>> = {
  number: 'a number',
  list: 'a list',
  text: 'text',
};

/** Why another type is unusual. */
function kindNotice({ kind, members }: DirectoryAttribute): string {
  return `Most of the ${formatCount(members, 'member')} with this attribute have ${KIND_NAMES[kind] ?? kind} here.`;
}

/** What a new name means. */
export function nameNotice(
  name: string,
  inUse: readonly Pick<DirectoryAttribute, 'key'>[],
): string | undefined {
  if (name === '' || inUse.length === 0) return undefined;
  const similar = findSimilarAttribute(
    name,
    inUse.map(({ key }) => key),
  );
  const isNew = "No member has this attribute yet. Once it is set, it can't be removed.";
  return similar === undefined
    ? isNew
    : `No member has this attribute yet. Did you mean ${similar}?`;
}
