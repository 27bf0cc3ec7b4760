import { Bookmark, SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { MembersView } from '#console/features/members/members-view.ts';
import type { DisplayOptions } from '#console/features/members/stored-display.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useTeamId } from '#console/session/team.ts';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import { Popover } from '#console/ui/popup/popover.tsx';
import type { DisplayFormProps } from './display-form.tsx';
import { displayOfLink, isCurrentView, type SavedView, searchToSave } from './saved-views.ts';
import { useSavedViews } from './saved-views-store.ts';
import styles from './view-options.module.css';

const displayForm = lazyCode(async () => (await import('./views-list.tsx')).DisplayForm);
const viewsList = lazyCode(async () => (await import('./views-list.tsx')).ViewsList);

interface ViewsMenuProps {
  readonly view: MembersView;
  readonly display: DisplayOptions;
  readonly onChange: (view: Partial<MembersView>, options?: { replace?: boolean }) => void;
  readonly onDisplayChange: (display: DisplayOptions) => void;
}

/** The user's named views of the list, with the name of the one that the list shows. */
export function ViewsMenu(props: ViewsMenuProps) {
  useLinkedDisplay(props);
  const [chosen, setChosen] = useState<SavedView>();
  const shown = { search: searchToSave(props.view), display: props.display };
  const { query } = useSavedViews(useTeamId(), shown.search !== '');
  const current = query.data?.views.find((view) => isCurrentView(view, shown));
  return (
    <>
      {current ? (
        <span className={styles.chosen}>{current.name}</span>
      ) : (
        chosen && <span className={styles.chosen}>{chosen.name} (changed)</span>
      )}
      <Popover
        label="Views"
        align="end"
        trigger={(trigger) => (
          <PlainButton size="small" {...trigger}>
            <Bookmark />
            Views
          </PlainButton>
        )}
      >
        {(close) => (
          <LazyPart
            code={viewsList}
            props={{ ...props, chosen, onChosenChange: setChosen, onClose: close }}
            onLoadError={close}
          />
        )}
      </Popover>
    </>
  );
}

/** Shows the columns and the row height of a view whose link was opened, as choosing it does. */
function useLinkedDisplay({ onChange, onDisplayChange }: ViewsMenuProps) {
  const linked = displayOfLink(useSearchParams()[0]);
  const isUserKnown = useCurrentUser().data !== undefined;
  useEffect(() => {
    if (!linked || !isUserKnown) return;
    onDisplayChange(linked);
    onChange({}, { replace: true });
  });
}

export function DisplayMenu(props: DisplayFormProps) {
  return (
    <Popover
      label="Display"
      align="end"
      trigger={(trigger) => (
        <PlainButton size="small" {...trigger}>
          <SlidersHorizontal />
          Display
        </PlainButton>
      )}
    >
      {(close) => <LazyPart code={displayForm} props={props} onLoadError={close} />}
    </Popover>
  );
}
