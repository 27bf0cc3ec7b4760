/** Whether the platform's command key is the one for shortcuts. */
export const IS_APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** "Ctrl K" or "⌘ K", as it is printed on this person's keyboard. */
export const commandKey = (letter: string) => (IS_APPLE ? `⌘ ${letter}` : `Ctrl ${letter}`);
