import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useNavigation } from '#console/layout/navigation.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useSession } from '#console/session/session-context.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { Modal } from '#console/ui/overlay/modal.tsx';
import styles from './command-palette.module.css';
import { type Command, findCommands } from './commands.ts';

/** Finds pages, teams and members by name: a combobox whose list is always open. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { team: groups, personal } = useNavigation();
  const session = useSession();
  const navigate = useNavigate();
  const team = useCurrentTeam();
  const teams = useCurrentUser().data?.teams ?? [];
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const id = useId();

  const commands = findCommands({
    text,
    items: [...(team ? groups.flatMap(({ items }) => items) : []), ...personal],
    team,
    teams,
    goTo: (path) => void navigate(path),
    signOut: () => void session.signOut(),
  });
  const optionId = (index: number) => `${id}option${index}`;

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      const next = (selected + step + commands.length) % commands.length;
      setSelected(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(commands[selected]);
    }
  }

  return (
    <Modal aria-label="Search or jump to" className={styles.palette} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Search or jump to"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}list`}
        aria-activedescendant={commands.length > 0 ? optionId(selected) : undefined}
        placeholder="Search pages, teams or a member ID"
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setSelected(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <div id={`${id}list`} role="listbox" aria-label="Results" className={styles.list}>
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and handles the keys
          <div
            key={command.name}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            className={styles.option}
            onPointerMove={() => setSelected(index)}
            onClick={() => run(command)}
          >
            <command.icon />
            {command.name}
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {commands.length === 0 && 'No results'}
      </p>
    </Modal>
  );
}
