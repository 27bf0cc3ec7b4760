/** Choices beside the experiences that are known. */
export const NONE = '';
export const OTHER = 'other';

/**
 * The experience that was chosen: its id, null for none, undefined for an id that can be none.
 *
 * @param typed the id that was typed for `OTHER`
 */
export function chosenExperienceId(choice: string, typed: string): number | null | undefined {
  if (choice === NONE) return null;
  const digits = (choice === OTHER ? typed : choice).trim();
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
}
