import { errors, request } from 'undici';
import * as z from 'zod/mini';
import { getCurrentUser, userSchema } from '#contract/advocacy/users.ts';
import { documentOf, JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { readAtMost } from '#services/gateway/read-at-most.ts';
import { errorResponse, forbidden, unauthorized } from '#services/platform/json-api/errors.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 4 * 1024 * 1024;

// All that is asked of the answer; whatever else a service says of a person may be as it likes.
const personSchema = documentOf(z.pick(userSchema, { id: true, relationships: true }));

/**
 * Asks an advocacy service for the teams of the person that an access token belongs to. Redirects
 * are not followed: they would carry the token elsewhere.
 * @throws {JsonApiError} 401 and 403 as the service says; 502 and 504 when it gives no usable answer
 */
export async function fetchTeamIds(
  baseUrl: string,
  accessToken: string,
): Promise<ReadonlySet<number>> {
  const { status, text } = await call(
    `${baseUrl.replace(/\/$/, '')}${getCurrentUser.path}?include=teams`,
    accessToken,
  );
  if (status === 401) throw unauthorized();
  if (status === 403) throw forbidden('The access token may not read whom it belongs to.');
  if (status !== 200) throw unusable(`answered with ${status}`);
  const person = z.safeParse(personSchema, parseJson(text));
  if (!person.success) throw unusable('answered with something else than a person');
  const { data, included = [] } = person.data;
  const teams = data.relationships?.teams?.data ?? included.filter(({ type }) => type === 'team');
  return new Set(teams.filter(({ id }) => /^\d{1,15}$/.test(id)).map(({ id }) => Number(id)));
}

async function call(url: string, accessToken: string): Promise<{ status: number; text: string }> {
  try {
    const answer = await request(url, {
      headers: { authorization: `Bearer ${accessToken}`, accept: JSON_API_MEDIA_TYPE },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await readAtMost(answer.body, ANSWER_BYTES);
    return { status: answer.statusCode, text: body.toString() };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    if (isLate || error instanceof errors.ConnectTimeoutError) {
      throw errorResponse(504, { detail: 'The advocacy service did not answer in time.' });
    }
    throw unusable('can not be reached');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unusable(problem: string) {
  return errorResponse(502, { detail: `The advocacy service ${problem}.` });
}
