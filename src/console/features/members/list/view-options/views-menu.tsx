import { Bookmark } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { MembersView } from '#console/features/members/members-view.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { Popover } from '#console/ui/popup/popover.tsx';
import type { DisplayOptions } from './display-options.ts';
import { displayOfLink } from './saved-views.ts';
import { ViewsList } from './views-list.tsx';

interface ViewsMenuProps {
  readonly view: MembersView;
  readonly display: DisplayOptions;
  readonly onChange: (view: Partial<MembersView>, options?: { replace?: boolean }) => void;
  readonly onDisplayChange: (display: DisplayOptions) => void;
}

/** The user's named views of the list. */
export function ViewsMenu(props: ViewsMenuProps) {
  useLinkedDisplay(props);
  return (
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
      {(close) => <ViewsList {...props} onClose={close} />}
    </Popover>
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
