/** Options besides the known experiences. */
export const NONE = '';
export const OTHER = 'other';

/**
 * @param choice a known experience's ID, `NONE` or `OTHER`
 * @param enteredId the text entered for `OTHER`
 * @returns the ID, null for none, undefined for an invalid ID
 */
export function parseExperienceChoice(
  choice: string,
  enteredId: string,
): number | null | undefined {
  if (choice === NONE) return null;
  const digits = (choice === OTHER ? enteredId : choice).trim();
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}
