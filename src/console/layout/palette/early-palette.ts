interface EarlyPalette {
  readonly text: string;
  /** Enter was pressed in it. */
  readonly isEntered: boolean;
  readonly close: () => void;
}

/** The field that public/boot.js opens when Ctrl/Cmd K is pressed before the console has loaded. */
export function findEarlyPalette(): EarlyPalette | undefined {
  const dialog = document.getElementById('early-palette');
  const input = dialog?.querySelector('input');
  if (!dialog || !input) return undefined;
  return {
    text: input.value,
    isEntered: 'entered' in dialog.dataset,
    close: () => dialog.remove(),
  };
}
