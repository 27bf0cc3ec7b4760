import type { ApiCall } from '#console/api/call-log.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { parseErrorBody } from '#console/api/errors/error-body.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';

/** How a call ended, in a word: "200", "No response". */
export function describeStatus({ result }: ApiCall): string {
  if (result === undefined) return 'Waiting';
  if (result.response) return String(result.response.status);
  return result.error ? 'No response' : 'Cancelled';
}

/** Why a call failed, in sentences; empty if it didn't. */
export function explainFailure({ result }: ApiCall): string[] {
  if (result?.error) return sentencesOf(result.error);
  const response = result?.response;
  if (response === undefined || response.ok) return [];
  const errors = parseErrorBody(response.body);
  const { status, retryAfterSeconds } = response;
  const error = new ApiError({ kind: 'error-response', status, errors, retryAfterSeconds });
  const places = errors.flatMap(({ pointer, parameter }) => pointer ?? parameter ?? []);
  return [
    ...sentencesOf(error),
    ...(places.length > 0 ? [`Where: ${[...new Set(places)].join(', ')}`] : []),
  ];
}

function sentencesOf(error: ApiError): string[] {
  const { title, detail } = toUserFacingError(error) ?? {};
  return [title, detail].filter((text) => text !== undefined);
}
