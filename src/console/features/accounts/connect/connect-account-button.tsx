import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CONNECT_ACCOUNT } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import styles from './connect-account-button.module.css';
import { ConnectSheet } from './connect-sheet.tsx';
import type { ConnectTarget } from './connect-target.ts';

interface ConnectAccountButtonProps {
  readonly label: string;
  /** Whether the history state `CONNECT_ACCOUNT` opens the sheet. */
  readonly opensByState?: boolean;
  /** Opens the network's window; called in the click. */
  readonly onConnect: (target: ConnectTarget) => void;
}

export function ConnectAccountButton({
  label,
  opensByState = false,
  onConnect,
}: ConnectAccountButtonProps) {
  const { accountTypes } = useConfig();
  const [isOpen, setIsOpen] = useState(false);
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const shouldOpen =
    opensByState && (state as Partial<typeof CONNECT_ACCOUNT> | null)?.connect === true;
  useEffect(() => {
    if (!shouldOpen) return;
    setIsOpen(true);
    // Not again after a reload.
    void navigate({ pathname, search }, { replace: true, state: null });
  }, [shouldOpen, navigate, pathname, search]);
  const scopeReason = useScopeReason('accounts:write');
  const disabledReason =
    scopeReason ?? (accountTypes.length === 0 ? 'No account types are set up.' : undefined);
  // An empty list has a second button.
  const hasShortcut = opensByState && disabledReason === undefined;
  useShortcut(['c', 'C'], () => (hasShortcut ? setIsOpen(true) : false));
  return (
    <>
      <Button
        // Names the button where only its icon is shown.
        aria-label={label}
        // The header has the primary one.
        variant={opensByState ? 'primary' : 'secondary'}
        icon={<Plus />}
        disabledReason={disabledReason}
        onClick={() => setIsOpen(true)}
      >
        <span className={opensByState ? styles.label : undefined}>{label}</span>
      </Button>
      {isOpen && <ConnectSheet onConnect={onConnect} onClose={() => setIsOpen(false)} />}
    </>
  );
}
