import { ApiInspector } from '#console/layout/inspector/api-inspector.tsx';
import type { ShellDialog } from '#console/layout/open-dialog.ts';
import { ScopesDialog } from './scopes-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const DIALOGS = { shortcuts: ShortcutsDialog, scopes: ScopesDialog, inspector: ApiInspector };

interface HelpDialogsProps {
  readonly open: keyof typeof DIALOGS & ShellDialog;
  readonly onClose: () => void;
}

/** The dialogs of the shell that say how Patron works. */
export function HelpDialogs({ open, onClose }: HelpDialogsProps) {
  const Dialog = DIALOGS[open];
  return <Dialog onClose={onClose} />;
}
