import { oauthErrorSchema } from '#contract/advocacy/oauth.ts';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import type { ErrorDetail } from './api-error.ts';

/**
 * Reads the body of a refusal, in whichever of the services' shapes it comes: JSON:API's errors
 * array, OAuth's `error`, or the two of the loyalty service. Empty for a body in none of them.
 */
export function parseErrorBody(body: unknown): ErrorDetail[] {
  const document = errorDocumentSchema.safeParse(body);
  if (document.success) {
    return document.data.errors.map(({ code, title, detail, source }) => ({
      code,
      title,
      detail,
      pointer: source?.pointer,
      parameter: source?.parameter,
    }));
  }
  const loyalty = loyaltyErrorSchema.safeParse(body);
  if (loyalty.success) {
    const { error_code: code } = loyalty.data;
    const detail = 'message' in loyalty.data ? loyalty.data.message : loyalty.data.reason;
    return [{ code, detail: String(detail) }];
  }
  const oauth = oauthErrorSchema.safeParse(body);
  if (oauth.success) {
    return [{ code: oauth.data.error, detail: oauth.data.error_description }];
  }
  return [];
}
