/** Whether shortcuts use the Command key instead of Control. */
export const IS_APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** "Ctrl K", or "⌘ K" on Apple platforms. */
export const commandKey = (letter: string) => (IS_APPLE ? `⌘ ${letter}` : `Ctrl ${letter}`);
