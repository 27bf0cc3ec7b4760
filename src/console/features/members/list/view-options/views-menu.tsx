import { Bookmark } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  FIRST_PAGE,
  type MembersView,
  parseMembersView,
} from '#console/features/members/members-view.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { Popover } from '#console/ui/popup/popover.tsx';
import type { DisplayOptions } from './display-options.ts';
import { SavedViewRow } from './saved-view-row.tsx';
import {
  isCurrentView,
  parseSavedViews,
  renameView,
  type SavedView,
  saveView,
  searchToSave,
  VIEW_NAME_MAX_LENGTH,
} from './saved-views.ts';
import { useUserPreference } from './use-user-preference.ts';
import styles from './view-options.module.css';

interface ViewsMenuProps {
  readonly view: MembersView;
  readonly display: DisplayOptions;
  readonly onChange: (view: Partial<MembersView>) => void;
  readonly onDisplayChange: (display: DisplayOptions) => void;
}

/** Choosing it keeps the columns and the row height. */
const ALL_MEMBERS: SavedView = { id: 'all', name: 'All members', search: '' };
const ALL_BY_DEFAULT: SavedView = { ...ALL_MEMBERS, display: {} };

/** The user's named views of the list, and a form that saves the current one. */
export function ViewsMenu({ view, display, onChange, onDisplayChange }: ViewsMenuProps) {
  const teamId = useTeamId();
  const { showSuccess } = useToast();
  const [stored, store] = useUserPreference(`members-views.${teamId}`);
  const views = parseSavedViews(stored);
  const write = (next: readonly SavedView[]) => store(JSON.stringify(next));
  const search = searchToSave(view);
  const shown = { search, display };
  const current = [...views, ALL_MEMBERS].find((candidate) => isCurrentView(candidate, shown));
  const canSave = ![...views, ALL_BY_DEFAULT].some((candidate) => isCurrentView(candidate, shown));

  function choose(chosen: SavedView) {
    const parsed = parseMembersView(new URLSearchParams(chosen.search));
    // Replaces the filters that the chosen view doesn't have, too.
    const { count, language, ...saved } = { ...FIRST_PAGE, ...parsed };
    onChange(saved);
    if (chosen.display) onDisplayChange(chosen.display);
  }
  function remove(removed: SavedView) {
    write(views.filter((other) => other !== removed));
    const undo = { label: 'Undo', onSelect: () => write(views) };
    showSuccess(`View “${removed.name}” deleted.`, undo);
  }
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
      {(close) => {
        const row = (each: SavedView) => ({
          view: each,
          isCurrent: each === current,
          link: new URL(`${paths.members(teamId)}?${each.search}`, location.origin).href,
          onChoose: () => {
            close();
            choose(each);
          },
        });
        return (
          <div className={styles.options}>
            <ul>
              <SavedViewRow {...row(ALL_MEMBERS)} />
              {views.map((each) => (
                <SavedViewRow
                  key={each.id}
                  {...row(each)}
                  onRename={(name) => {
                    const renamed = renameView(views, each, name);
                    if (renamed) write(renamed);
                    return renamed !== undefined;
                  }}
                  onDelete={() => remove(each)}
                />
              ))}
            </ul>
            {canSave && (
              <SaveViewForm
                onSave={(name) => {
                  write(saveView(views, { id: String(Date.now()), name, ...shown }));
                  close();
                  showSuccess(`View “${name}” saved.`);
                }}
              />
            )}
          </div>
        );
      }}
    </Popover>
  );
}

/** Saves what the list shows under a name. */
function SaveViewForm({ onSave }: { readonly onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const isMissing = name.trim() === '';

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (!isMissing) onSave(name.trim());
  }
  return (
    <form noValidate className={styles.form} onSubmit={handleSubmit}>
      <TextField
        label="View name"
        hint="Saves the search, filters, sort order, columns and row height for you, on this device."
        autoComplete="off"
        maxLength={VIEW_NAME_MAX_LENGTH}
        error={wasSubmitted && isMissing ? 'Enter a name' : undefined}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="primary">
        Save view
      </Button>
    </form>
  );
}
