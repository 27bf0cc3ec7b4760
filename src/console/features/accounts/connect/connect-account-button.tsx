import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ConnectSheet } from './connect-sheet.tsx';
import type { ConnectTarget } from './connect-target.ts';

interface ConnectAccountButtonProps {
  readonly label: string;
  /** Opens the network's window; called in the click. */
  readonly onConnect: (target: ConnectTarget) => void;
}

/** Opens the sheet of account types. */
export function ConnectAccountButton({ label, onConnect }: ConnectAccountButtonProps) {
  const { accountTypes } = useConfig();
  const [isOpen, setIsOpen] = useState(false);
  const scopeReason = useScopeReason('accounts:write');
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus />}
        disabledReason={
          scopeReason ?? (accountTypes.length === 0 ? 'No account types are set up.' : undefined)
        }
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ConnectSheet onConnect={onConnect} onClose={() => setIsOpen(false)} />}
    </>
  );
}
