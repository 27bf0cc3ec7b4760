/** Whether a text is a path on this site, with or without query and fragment. */
export function isLocalPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text) && !/[\t\n\r]/.test(text);
}
