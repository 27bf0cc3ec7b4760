/** A text with its first letter in upper case: "Opted out". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
