import { createContext } from 'react';

/** A dialog that can be opened from anywhere in the shell. */
export type ShellDialog = 'palette' | 'shortcuts' | 'scopes' | 'inspector' | 'navigation';

export const OpenDialogContext = createContext<(dialog: ShellDialog) => void>(() => {});
