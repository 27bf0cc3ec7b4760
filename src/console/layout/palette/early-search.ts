/** The search field of index.html, which takes what is typed until the console is rendered. */
let field: HTMLInputElement | null = null;

/** Finds the field, before React removes it. */
export function findEarlySearch(): void {
  field = document.querySelector('.skeleton-search');
}

/** Whether something was searched before the console was rendered. */
export function isEarlySearchOpen(): boolean {
  return field?.dataset.open !== undefined;
}

/** Returns what was typed and whether Enter was pressed, once: the palette continues with it. */
export function consumeEarlySearch(): { text: string; isEntered: boolean } | undefined {
  if (field?.dataset.open === undefined) return undefined;
  delete field.dataset.open;
  return { text: field.value, isEntered: 'entered' in field.dataset };
}
