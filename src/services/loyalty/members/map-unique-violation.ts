import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';

const FIELDS = {
  loyalty_members_member_id_unique: 'member_id',
  loyalty_members_email_unique: 'email_address',
  loyalty_members_phone_unique: 'phone_number',
};

/**
 * Runs a write and tells a value that another member has from other failures.
 * @throws {LoyaltyApiError} 400 in the value shape, naming the field.
 */
export async function mapUniqueViolation<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    for (const [constraint, field] of Object.entries(FIELDS)) {
      if (violatesUnique(error, constraint)) {
        throw invalidValue(field, 'Belongs to another member');
      }
    }
    throw error;
  }
}
