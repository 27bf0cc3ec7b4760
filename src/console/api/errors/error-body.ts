import { oauthErrorSchema } from '#contract/advocacy/oauth.ts';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import type { ErrorDetail } from './api-error.ts';

function ruleIn(meta: unknown): Pick<ErrorDetail, 'rule'> {
  const isRule = typeof meta === 'object' && meta !== null && 'rule' in meta;
  return isRule && typeof meta.rule === 'string' ? { rule: meta.rule } : {};
}

/**
 * Parses the body of an error response in any format of the services: JSON:API's `errors`, OAuth's
 * `error`, and the two of the loyalty service. Empty for any other body.
 */
export function parseErrorBody(body: unknown): ErrorDetail[] {
  const document = errorDocumentSchema.safeParse(body);
  if (document.success) {
    return document.data.errors.map(({ code, title, detail, source, meta }) => ({
      code,
      title,
      detail,
      pointer: source?.pointer,
      parameter: source?.parameter,
      ...ruleIn(meta),
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
