/** Spaces of any kind, also no-break ones, and characters without width. */
const BLANK = String.raw`[\s\u00ad\u180e\u200b-\u200f\u2060\ufeff]`;
const ENDS = new RegExp(`^${BLANK}+|${BLANK}+$`, 'gu');

/** Text without spaces and invisible characters at its ends, as people copy them along with a value. */
export function trimText(text: string): string {
  return text.replace(ENDS, '');
}

/** Whether a text has line breaks, tabs or other control characters, which no id can have. */
export function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
