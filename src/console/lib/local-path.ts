/** Whether a text is an address on this very site: a path, with query and fragment if need be. */
export function isLocalPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text) && !/[\t\n\r]/.test(text);
}
