/**
 * Converts a typed number to E.164: "+1 (555) 010-0134" and "001 555 0100134" become +15550100134.
 * Invalid numbers stay invalid.
 */
export function toE164(typed: string): string {
  return typed.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
}
