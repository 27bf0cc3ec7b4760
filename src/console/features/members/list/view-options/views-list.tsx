import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  FIRST_PAGE,
  type MembersView,
  parseMembersView,
} from '#console/features/members/members-view.ts';
import type { DisplayOptions } from '#console/features/members/stored-display.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { useUndoAction } from '#console/shared/use-undo-action.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import { focusFirstControl } from '#console/ui/popup/popover.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { SAVED_VIEWS_MAX } from '#contract/account/saved-views.ts';
import { SavedViewRow } from './saved-view-row.tsx';
import {
  findByName,
  isCurrentView,
  linkSearch,
  type NewView,
  ownViews,
  type SavedView,
  searchToSave,
} from './saved-views.ts';
import { useSavedViews } from './saved-views-store.ts';
import { ViewNameForm } from './view-name-form.tsx';
import styles from './view-options.module.css';

/** In the same lazily loaded file, because views keep the columns. */
export { DisplayForm } from './display-form.tsx';
export { furtherColumns } from './further-columns.tsx';

export interface ViewsListProps {
  readonly view: MembersView;
  readonly display: DisplayOptions;
  readonly onChange: (view: Partial<MembersView>) => void;
  readonly onDisplayChange: (display: DisplayOptions) => void;
  /** The saved view that was chosen last; the list may have changed since. */
  readonly chosen: SavedView | undefined;
  readonly onChosenChange: (view: SavedView | undefined) => void;
  readonly onClose: () => void;
}

/** Choosing it keeps the columns and the row height. */
const ALL_MEMBERS: SavedView = { id: 'all', name: 'All members', search: '' };
const ALL_BY_DEFAULT: SavedView = { ...ALL_MEMBERS, display: {} };

/** The user's named views of the list, and a form that saves the current one. */
export function ViewsList(props: ViewsListProps) {
  const { view, display, onChange, onDisplayChange, chosen, onChosenChange, onClose } = props;
  const teamId = useTeamId();
  const createUndo = useUndoAction();
  const { store, query, refresh, isOnDevice } = useSavedViews(teamId);
  const scopeReason = useScopeReason('identity:write');
  const disabledReason = isOnDevice ? undefined : scopeReason;
  const views = query.data?.views ?? [];
  const own = ownViews(views);
  const canAdminister = useCurrentTeam()?.meta?.can_administer === true;
  const shown = { search: searchToSave(view), display };
  const current = [...views, ALL_MEMBERS].find((candidate) => isCurrentView(candidate, shown));
  const canSave = ![...own, ALL_BY_DEFAULT].some((candidate) => isCurrentView(candidate, shown));
  const listRef = useRef<HTMLUListElement>(null);
  // The popover had nothing to focus before this code was loaded.
  useEffect(() => focusFirstControl(listRef.current), []);
  const save = useMutation({
    mutationFn: (named: NewView) => {
      const replaced = findByName(own, named.name);
      return replaced ? store.update(replaced.id, named) : store.create(named);
    },
    onSuccess: refresh,
  });
  const edit = useMutation({
    mutationFn: ({ id, ...edited }: SavedView) => store.update(id, edited),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => store.remove(id),
    onSuccess: async (_, { id, sharedBy, ...removed }) => {
      if (id === chosen?.id) onChosenChange(undefined);
      await refresh();
      // Restored, it would be the view of another user.
      if (sharedBy !== undefined) return showSuccess(`View “${removed.name}” deleted`);
      const undo = createUndo({
        undo: async () => {
          await store.create(removed);
          await refresh();
          return `View “${removed.name}” restored`;
        },
        errorTitle: `The view “${removed.name}” wasn't restored`,
      });
      showSuccess(`View “${removed.name}” deleted`, undo);
    },
    onError: (error, { name }) => {
      const message = toUserFacingError(error, `The view “${name}” wasn't deleted`);
      if (message) showError(message);
    },
  });

  const update = useMutation({
    mutationFn: ({ id, ...changed }: SavedView) => store.update(id, changed),
    onSuccess: async (_, changed) => {
      onChosenChange(changed);
      await refresh();
      onClose();
      showSuccess(`View “${changed.name}” updated`);
    },
    onError: (error, { name }) => {
      const message = toUserFacingError(error, `The view “${name}” wasn't updated`);
      if (message) showError(message);
    },
  });
  // As it is stored by now: it may have been renamed or deleted.
  const updatable = own.find(({ id }) => id === chosen?.id);

  function choose(view: SavedView) {
    onClose();
    onChosenChange(view === ALL_MEMBERS ? undefined : view);
    const parsed = parseMembersView(new URLSearchParams(view.search));
    // Replaces the filters that the chosen view doesn't have, too.
    const { count, language, ...saved } = { ...FIRST_PAGE, ...parsed };
    onChange(saved);
    if (view.display) onDisplayChange(view.display);
  }
  const row = (each: SavedView) => ({
    view: each,
    isCurrent: each === current,
    disabledReason,
    onChoose: () => choose(each),
  });
  const editForm = (each: SavedView) => (closeForm: () => void) => (
    <ViewNameForm
      label="Name"
      action="Save"
      name={each.name}
      shared={isOnDevice ? undefined : (each.shared ?? false)}
      isTaken={(name) => ![undefined, each].includes(findByName(own, name))}
      errorTitle="The view wasn't changed"
      disabledReason={disabledReason}
      onSubmit={(name, shared) => edit.mutateAsync({ ...each, name, shared })}
      onDone={closeForm}
      onCancel={closeForm}
    />
  );
  return (
    <div className={styles.options}>
      <ul ref={listRef} aria-busy={query.isPending || undefined}>
        <SavedViewRow {...row(ALL_MEMBERS)} />
        {views.map((each) => (
          <SavedViewRow
            key={each.id}
            {...row(each)}
            link={new URL(`${paths.members(teamId)}?${linkSearch(each)}`, location.origin).href}
            editForm={own.includes(each) ? editForm(each) : undefined}
            onDelete={own.includes(each) || canAdminister ? () => remove.mutate(each) : undefined}
          />
        ))}
      </ul>
      <ViewsNotice query={query} isEmpty={!canSave && query.data?.views.length === 0} />
      {canSave && updatable && (
        <Button
          loading={update.isPending}
          disabledReason={disabledReason}
          onClick={() => update.mutate({ ...updatable, ...shown })}
        >
          Update “{updatable.name}”
        </Button>
      )}
      {canSave && query.data && (
        <ViewNameForm
          label="View name"
          hint={`Saves the search, filters, sort order, columns and row height ${isOnDevice ? 'on this device' : 'in your account'}.`}
          action="Save view"
          name=""
          shared={isOnDevice ? undefined : false}
          errorTitle="The view wasn't saved"
          disabledReason={disabledReason}
          onSubmit={(name, shared) => save.mutateAsync({ name, shared, ...shown })}
          onDone={(name) => {
            onClose();
            showSuccess(`View “${name}” saved`);
          }}
        />
      )}
    </div>
  );
}

interface ViewsNoticeProps {
  readonly query: ReturnType<typeof useSavedViews>['query'];
  /** There is no view, and none can be saved now. */
  readonly isEmpty: boolean;
}

/** What there is instead of views, or beside them. */
function ViewsNotice({ query, isEmpty }: ViewsNoticeProps) {
  const { data, isFetching, refetch } = query;
  const error = data ? undefined : toUserFacingError(query.error, "Couldn't load your views");
  const retry = (
    <Button size="small" loading={isFetching} onClick={() => void refetch()}>
      Try again
    </Button>
  );
  if (error) {
    return (
      <>
        <ErrorNotice error={error} />
        {retry}
      </>
    );
  }
  if (!data) return <Skeleton height={32} />;
  if (data.unmoved > 0) {
    const what = data.unmoved === 1 ? '1 view' : `${data.unmoved} views`;
    return (
      <>
        <p className={styles.note}>
          {what} saved on this device couldn't be moved to your account, which holds up to{' '}
          {SAVED_VIEWS_MAX}. Nothing is lost.
        </p>
        {retry}
      </>
    );
  }
  if (!isEmpty) return null;
  return (
    <p className={styles.note}>
      No saved views yet. Search, filter or sort the list, then save it here under a name.
    </p>
  );
}
