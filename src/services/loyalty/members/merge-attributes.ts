import {
  CUSTOM_ATTRIBUTES_MAX_BYTES,
  CUSTOM_ATTRIBUTES_MAX_KEYS,
  type CustomAttributes,
} from '#contract/loyalty/members/custom-attributes.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';

/**
 * A member's attributes with those of a request set. The limits of a request (decisions.md, 30) hold
 * for what comes of many of them too, so that no member outgrows a page of the list.
 * @throws {LoyaltyApiError} 400 in the value shape.
 */
export function mergeAttributes(
  current: CustomAttributes,
  changes: CustomAttributes,
): CustomAttributes {
  const merged = { ...current, ...changes };
  if (Object.keys(merged).length > CUSTOM_ATTRIBUTES_MAX_KEYS) {
    throw invalidValue(
      'custom_attributes',
      `A member has at most ${CUSTOM_ATTRIBUTES_MAX_KEYS} attributes`,
    );
  }
  if (Buffer.byteLength(JSON.stringify(merged)) > CUSTOM_ATTRIBUTES_MAX_BYTES) {
    throw invalidValue(
      'custom_attributes',
      `A member's attributes take at most ${CUSTOM_ATTRIBUTES_MAX_BYTES / 1024} KB in all`,
    );
  }
  return merged;
}
